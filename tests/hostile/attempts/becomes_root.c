#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_setresuid, 0, 0, 0) == 0 && getuid() != 65534;
}
