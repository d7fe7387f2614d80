#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_tkill, HOST, SIGKILL) == 0;
}
