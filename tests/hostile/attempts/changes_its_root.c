#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_chroot, "/usr") == 0;
}
