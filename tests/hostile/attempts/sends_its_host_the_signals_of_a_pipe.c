#include "attempt.h"
static int attempt(void) {
  int owned = fcntl(3, F_SETOWN, HOST) == 0, chosen = fcntl(3, F_SETSIG, SIGKILL) == 0;
  return fcntl(3, F_SETFL, fcntl(3, F_GETFL) | O_ASYNC) == 0 || owned || chosen;
}
