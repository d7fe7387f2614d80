#include "attempt.h"
static int attempt(void) {
  int host = syscall(SYS_pidfd_open, HOST, 0);
  return host >= 0 || syscall(448 /* process_mrelease */, 0, 0) == 0;
}
