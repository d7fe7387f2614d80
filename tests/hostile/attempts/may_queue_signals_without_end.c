#include "attempt.h"
/* All that wait are in one count for all processes of a user. */
static int attempt(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_SIGPENDING, &limit) == 0 && limit.rlim_max > 4096;
}
