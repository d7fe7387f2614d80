#include "attempt.h"
/* Eight of them, each of which lets all others go on as soon as somebody stops them, and counts meanwhile. */
static int attempt(void) {
  static volatile int children[8];
  static volatile long counted;
  for (int one = 0; one < 8; one++) {
    children[one] = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (children[one] == 0)
      for (;;) {
        for (int other = 0; other < one; other++) kill(children[other], SIGCONT);
        counted++;
      }
  }
  return 0;
}
