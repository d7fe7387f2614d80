#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_iopl, 3) == 0 || syscall(SYS_ioperm, 0x80, 1, 1) == 0;
}
