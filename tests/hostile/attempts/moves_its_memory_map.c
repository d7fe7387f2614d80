#include "attempt.h"
static int attempt(void) {
  return prctl(PR_SET_MM, PR_SET_MM_BRK, sbrk(0), 0, 0) == 0;
}
