#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_semget, 0, 1, 01600) >= 0;
}
