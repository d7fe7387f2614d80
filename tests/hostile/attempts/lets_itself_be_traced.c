#include "attempt.h"
static int attempt(void) {
  return prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY) == 0;
}
