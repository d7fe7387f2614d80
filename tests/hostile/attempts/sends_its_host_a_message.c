#include "attempt.h"
static int attempt(void) {
  siginfo_t info = {0};
  info.si_code = SI_QUEUE;
  return syscall(SYS_rt_sigqueueinfo, HOST, SIGTERM, &info) == 0;
}
