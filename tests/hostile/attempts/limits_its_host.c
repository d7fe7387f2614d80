#include "attempt.h"
static int attempt(void) {
  struct rlimit nothing = {0, 0};
  return syscall(SYS_prlimit64, HOST, RLIMIT_CPU, &nothing, 0) == 0;
}
