#include "attempt.h"
static int attempt(void) {
  return open("/proc/sys/kernel/core_pattern", O_WRONLY) >= 0 || open("/proc/sys/kernel/hostname", O_WRONLY) >= 0 ||
         open("/proc/sysrq-trigger", O_WRONLY) >= 0 || open("/sys/power/state", O_WRONLY) >= 0;
}
