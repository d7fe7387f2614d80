#include "attempt.h"
/* The jail's own handler opens files with a mark in an argument that the call does not have. */
static int attempt(void) {
  return syscall(SYS_openat, AT_FDCWD, "/etc/shadow", O_RDONLY | O_CLOEXEC, 0, 0x6f746865) >= 0;
}
