#include "attempt.h"
/* They sleep, so that nobody is slow, and are left behind. */
static int attempt(void) {
  int started = 0;
  while (started < 2000) {
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child < 0) break;
    if (child == 0) for (;;) sleep(600);
    started++;
  }
  return started > 600;
}
