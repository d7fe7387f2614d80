#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_ioprio_set, 1, HOST, 3 << 13) == 0;
}
