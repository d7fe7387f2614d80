#include "attempt.h"
static int attempt(void) {
  char attributes[128] = {1, 0, 0, 0, 128};
  return syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0) >= 0;
}
