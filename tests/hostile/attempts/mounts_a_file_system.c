#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_mount, "none", "/usr", "tmpfs", 0, 0) == 0;
}
