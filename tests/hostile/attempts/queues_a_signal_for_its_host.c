#include "attempt.h"
static int attempt(void) {
  siginfo_t what = {.si_signo = SIGURG, .si_code = SI_QUEUE};
  return syscall(SYS_rt_sigqueueinfo, HOST, SIGURG, &what) == 0;
}
