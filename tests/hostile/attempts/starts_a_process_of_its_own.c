#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0;
}
