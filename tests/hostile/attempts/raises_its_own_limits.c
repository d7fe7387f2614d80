#include "attempt.h"
static int attempt(void) {
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  return syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &all, 0) == 0 || syscall(SYS_prlimit64, 0, RLIMIT_AS, &all, 0) == 0;
}
