#include "attempt.h"
static int attempt(void) {
  return setpriority(PRIO_PROCESS, HOST, 19) == 0;
}
