#include "attempt.h"
static int attempt(void) {
  struct { unsigned size, policy; unsigned long flags; int nice; unsigned priority; unsigned long times[3]; } how =
      {48, SCHED_IDLE};
  return syscall(SYS_sched_setattr, HOST, &how, 0) == 0;
}
