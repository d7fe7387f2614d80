#include "attempt.h"
static int attempt(void) {
  return ptrace(PTRACE_SEIZE, HOST, 0, 0) == 0;
}
