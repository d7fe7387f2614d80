#include "attempt.h"
static int attempt(void) {
  return kill(HOST, SIGKILL) == 0;
}
