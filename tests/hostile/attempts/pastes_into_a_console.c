#include "attempt.h"
static int attempt(void) {
  char paste = 3;
  int console = open("/dev/console", O_RDWR | O_NOCTTY);
  return console >= 0 || syscall(SYS_ioctl, 0, 0x541c, &paste) == 0;
}
