#include "attempt.h"
static int attempt(void) {
  int ends[2];
  if (pipe(ends)) return 0;
  return syscall(SYS_tee, 3, ends[1], 4096, SPLICE_F_NONBLOCK) > 0 || syscall(SYS_splice, 3, 0, ends[1], 0, 4096, SPLICE_F_NONBLOCK) > 0;
}
