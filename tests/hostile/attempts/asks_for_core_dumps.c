#include "attempt.h"
static int attempt(void) {
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  return setrlimit(RLIMIT_CORE, &all) == 0;
}
