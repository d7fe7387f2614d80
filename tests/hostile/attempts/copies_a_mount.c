#include "attempt.h"
static int attempt(void) {
  return syscall(428, AT_FDCWD, "/", 1) >= 0;
}
