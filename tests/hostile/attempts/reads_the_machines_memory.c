#include "attempt.h"
static int attempt(void) {
  return open("/dev/mem", O_RDONLY) >= 0 || open("/proc/kcore", O_RDONLY) >= 0 || open("/dev/vda", O_RDONLY) >= 0 ||
         open("/dev/port", O_RDWR) >= 0 || open("/sys/kernel/debug", O_RDONLY) >= 0;
}
