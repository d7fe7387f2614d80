#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_sethostname, "mark", 4) == 0;
}
