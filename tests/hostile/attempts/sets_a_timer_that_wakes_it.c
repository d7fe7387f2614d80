#include "attempt.h"
static int attempt(void) {
  timer_t timer;
  struct sigevent wake = {0};
  wake.sigev_notify = SIGEV_SIGNAL;
  wake.sigev_signo = SIGCONT;
  return syscall(SYS_timer_create, CLOCK_MONOTONIC, &wake, &timer) == 0;
}
