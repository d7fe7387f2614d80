#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_umount2, "/proc", 2) == 0 || syscall(SYS_umount2, "/usr", 2) == 0;
}
