#include "attempt.h"
static int attempt(void) {
  struct iovec all = {0, 4096};
  int host = syscall(SYS_pidfd_open, HOST, 0);
  return syscall(SYS_process_madvise, host, &all, 1, 21, 0) >= 0;
}
