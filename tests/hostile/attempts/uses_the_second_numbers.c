#include "attempt.h"
static int attempt(void) {
  return syscall(0x40000000 | SYS_getpid) > 0;
}
