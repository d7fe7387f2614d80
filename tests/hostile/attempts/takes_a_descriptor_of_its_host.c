#include "attempt.h"
static int attempt(void) {
  int host = syscall(SYS_pidfd_open, HOST, 0);
  return syscall(SYS_pidfd_getfd, host, 1, 0) >= 0;
}
