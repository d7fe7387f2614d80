#include "attempt.h"
/* Where core files go to a program of the system's, that one is started for whoever crashes, but not under a limit of 1. */
static int attempt(void) {
  struct rlimit none = {0, 0}, now = {0, 0};
  if (syscall(SYS_prlimit64, 0, RLIMIT_CORE, 0, &now) == 0 && now.rlim_cur != 1) return 1;
  if (syscall(SYS_setrlimit, RLIMIT_CORE, &none) == 0) return 1;
  return syscall(SYS_prlimit64, 0, RLIMIT_CORE, &none, 0) == 0;
}
