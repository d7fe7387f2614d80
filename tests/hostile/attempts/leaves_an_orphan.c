#include "attempt.h"
/* Its grandchild has another session and outlives its child. */
static int attempt(void) {
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    if (setsid() >= 0 || syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) for (;;) sleep(600);
    _exit(0);
  }
  return 0;
}
