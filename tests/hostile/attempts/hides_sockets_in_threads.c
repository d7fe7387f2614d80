#include "attempt.h"
#include <sched.h>
/* A thread with descriptors of its own has them where those of its process are not. */
static int nothing(void *unused) { for (;;) sleep(600); }
static int attempt(void) {
  char *stack = malloc(1 << 16);
  return clone(nothing, stack + (1 << 16), CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, 0) > 0;
}
