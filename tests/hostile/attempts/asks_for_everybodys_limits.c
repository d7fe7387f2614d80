/* It only asks for the limits, in case that it works. */
#include "attempt.h"
static int attempt(void) {
  struct rlimit theirs;
  for (int process = 2; process < 40000; process++)
    if (syscall(SYS_prlimit64, process, RLIMIT_AS, 0, &theirs) == 0) return 1;
  return 0;
}
