#include "attempt.h"
static int attempt(void) {
  char parameters[120] = {0};
  return syscall(SYS_io_uring_setup, 4, parameters) >= 0;
}
