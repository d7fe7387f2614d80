/* As many threads as it may have, each of which the host would look at in every round that takes it long. */
#include "act.h"
#include <sched.h>
#define STACK 4096
static int sleeps(void *nothing) {
  for (;;) syscall(SYS_nanosleep, (struct timespec[]){{1000, 0}}, 0);
}
static void begin(void) {
  static char stacks[4096][STACK];
  int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
  for (int one = 0; one < 4096; one++)
    if (clone(sleeps, stacks[one] + STACK, flags, 0) < 0) break;
}
static int rounds;
#ifdef AS_PROGRAM
int main(void) {
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "{\"describe\"")) puts("{\"name\": \"Act\"}");
    else if (!strstr(line, "{\"round\"")) puts("{}");
    else {
      if (!rounds++) begin();
      usleep(20000);
      puts("{\"cypher\": \"RETURN 'fine'\"}");
    }
    fflush(stdout);
  }
}
#else
ON_ROUND {
  if (!rounds++) begin();
  usleep(20000);
  say(emit, context, "RETURN 'fine'");
}
#endif
