#include "attempt.h"
/* The first process of its namespace waits for it. Its parent is the same one. */
static int attempt(void) {
  syscall(SYS_kill, 1, SIGKILL);
  syscall(SYS_kill, getppid(), SIGSTOP);
  usleep(10000);
  return syscall(SYS_kill, 1, 0) != 0 && errno == ESRCH;
}
