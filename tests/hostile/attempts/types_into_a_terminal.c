#include "attempt.h"
static int attempt(void) {
  char key = '\n';
  for (int file = 0; file < 16; file++)
    if (syscall(SYS_ioctl, file, 0x5412, &key) == 0) return 1;
  return 0;
}
