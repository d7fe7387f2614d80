#include "attempt.h"
static int attempt(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  char state[256] = {0};
  return syscall(SYS_clock_settime, CLOCK_REALTIME, &now) == 0 || syscall(SYS_adjtimex, state) >= 0;
}
