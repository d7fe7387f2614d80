#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_mknodat, AT_FDCWD, "/tmp/device", S_IFCHR | 0666, 0x103) == 0;
}
