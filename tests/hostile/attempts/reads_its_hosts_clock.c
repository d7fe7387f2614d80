#include "attempt.h"
static int attempt(void) {
  struct timespec time;
  clockid_t of_host = (clockid_t)((~(unsigned)HOST << 3) | 2);
  return syscall(SYS_clock_gettime, of_host, &time) == 0;
}
