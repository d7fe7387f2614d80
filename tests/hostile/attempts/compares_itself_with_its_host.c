#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_kcmp, getpid(), HOST, 0, 0, 0) >= 0;
}
