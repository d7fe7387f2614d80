#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_mlockall, 3) == 0;
}
