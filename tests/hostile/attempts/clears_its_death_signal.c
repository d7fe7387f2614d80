#include "attempt.h"
static int attempt(void) {
  return prctl(PR_SET_PDEATHSIG, 0) == 0;
}
