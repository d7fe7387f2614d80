#include "attempt.h"
static int attempt(void) {
  struct sched_param idle = {0};
  return sched_setscheduler(HOST, SCHED_IDLE, &idle) == 0;
}
