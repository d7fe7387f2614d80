#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_fanotify_init, 0, 0) >= 0;
}
