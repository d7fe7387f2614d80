#include "attempt.h"
static int attempt(void) {
  unsigned long arguments[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
  long child = syscall(435, arguments, sizeof arguments);
  if (child == 0) _exit(0);
  return child > 0;
}
