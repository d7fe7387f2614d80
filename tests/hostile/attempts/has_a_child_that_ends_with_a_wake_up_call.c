#include "attempt.h"
/* Whoever waits for a child is told of its end by the signal that it was started with. */
static int attempt(void) {
  long child = syscall(SYS_clone, SIGCONT, 0, 0, 0, 0);
  if (child == 0) { usleep(5000); _exit(0); }
  return 0;
}
