#include "attempt.h"
static int attempt(void) {
  return open("/dev/tty", O_RDWR) >= 0 || open("/dev/ptmx", O_RDWR) >= 0 || open("/dev/console", O_WRONLY) >= 0;
}
