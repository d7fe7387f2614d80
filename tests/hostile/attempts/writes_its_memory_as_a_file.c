#include "attempt.h"
static int attempt(void) {
  return open("/proc/self/mem", O_RDWR) >= 0;
}
