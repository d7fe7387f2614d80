#include "attempt.h"
static int attempt(void) {
  int ends[2];
  if (pipe(ends)) return 0;
  return fcntl(ends[0], F_SETSIG, SIGCONT) == 0 || fcntl(ends[0], F_SETOWN, HOST) == 0;
}
