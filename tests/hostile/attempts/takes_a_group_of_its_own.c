#include "attempt.h"
/* Those that have another group are not stopped with all others. */
static int attempt(void) {
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) { for (;;) sleep(600); }
  return syscall(SYS_setpgid, child, child) == 0 || syscall(SYS_setsid) >= 0;
}
