#include "attempt.h"
static int attempt(void) {
  cpu_set_t cores;
  return syscall(SYS_sched_getaffinity, HOST, sizeof cores, &cores) > 0 || syscall(SYS_getpgid, HOST) > 0 ||
         syscall(SYS_getsid, HOST) > 0;
}
