#include "attempt.h"
static int attempt(void) {
  struct timespec slice;
  return syscall(SYS_sched_rr_get_interval, HOST, &slice) == 0 || syscall(SYS_getpriority, PRIO_PROCESS, HOST) > 0;
}
