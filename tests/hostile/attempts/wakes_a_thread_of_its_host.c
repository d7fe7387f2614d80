#include "attempt.h"
static int attempt(void) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGKILL};
  *((int *)&event.sigev_notify + 1) = HOST;
  int timer = 0;
  return syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0;
}
