#include "attempt.h"
static int attempt(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  return sched_setaffinity(HOST, sizeof one, &one) == 0;
}
