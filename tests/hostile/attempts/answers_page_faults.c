#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_userfaultfd, 1) >= 0;
}
