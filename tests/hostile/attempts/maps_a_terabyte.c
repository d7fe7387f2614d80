#include "attempt.h"
static int attempt(void) {
  return mmap(0, 1l << 40, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}
