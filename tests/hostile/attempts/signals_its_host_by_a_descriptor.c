#include "attempt.h"
static int attempt(void) {
  int host = syscall(SYS_pidfd_open, HOST, 0);
  return host >= 0 && syscall(SYS_pidfd_send_signal, host, SIGURG, 0, 0) == 0;
}
