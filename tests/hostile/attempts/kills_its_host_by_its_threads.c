#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_tgkill, HOST, HOST, SIGKILL) == 0;
}
