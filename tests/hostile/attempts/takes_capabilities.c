#include "attempt.h"
static int attempt(void) {
  unsigned head[2] = {0x20080522, 0}, all[6] = {-1, -1, -1, -1, -1, -1};
  return syscall(SYS_capset, head, all) == 0;
}
