#include "attempt.h"
static int attempt(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", HOST);
  return open(path, O_RDONLY) >= 0 || open("/proc/1/environ", O_RDONLY) >= 0;
}
