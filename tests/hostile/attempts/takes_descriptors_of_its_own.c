#include "attempt.h"
/* A thread that closes a range of descriptors can ask for a table of its own at that. */
static int attempt(void) {
  long flags[] = {2, 6, 2 | 1L << 32};
  for (int one = 0; one < 3; one++)
    if (syscall(SYS_close_range, 1000L, 1001L, flags[one]) == 0) return 1;
  return 0;
}
