#include "attempt.h"
static int attempt(void) {
  return open("/proc/self/uid_map", O_WRONLY) >= 0 || open("/proc/self/setgroups", O_WRONLY) >= 0 ||
         open("/proc/self/projid_map", O_WRONLY) >= 0;
}
