#include "attempt.h"
static int attempt(void) {
  struct itimerval often = {{0, 1000}, {0, 1000}};
  signal(SIGALRM, SIG_IGN);
  return setitimer(ITIMER_REAL, &often, 0) == 0;
}
