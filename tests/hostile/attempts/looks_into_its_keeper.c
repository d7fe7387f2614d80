#include "attempt.h"
static int attempt(void) {
  return open("/proc/1/environ", O_RDONLY) >= 0 || open("/proc/1/mem", O_RDWR) >= 0 || open("/proc/1/maps", O_RDONLY) >= 0 ||
         open("/proc/1/root/etc/shadow", O_RDONLY) >= 0 || open("/proc/1/fd/0", O_RDONLY) >= 0 ||
         open("/proc/1/cwd", O_RDONLY) >= 0;
}
