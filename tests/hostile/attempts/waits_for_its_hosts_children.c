#include "attempt.h"
#include <sys/wait.h>
static int attempt(void) {
  siginfo_t end;
  return syscall(SYS_waitid, P_ALL, 0, &end, WEXITED | WNOHANG | 0x20000000 /* __WNOTHREAD */, 0) == 0 ||
         syscall(SYS_wait4, HOST, 0, WNOHANG, 0) >= 0;
}
