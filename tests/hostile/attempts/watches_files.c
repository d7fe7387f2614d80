#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_inotify_init1, 0) >= 0;
}
