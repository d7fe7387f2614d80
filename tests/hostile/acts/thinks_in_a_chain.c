/* A hundred processes that think for a moment, hand their thoughts on to one that they start, and end: whoever is
 * seen has ended when somebody stops it. */
#include "act.h"
#include <time.h>

static void chain(void) {
  for (;;) {
    for (volatile int step = 0; step < 20000; step++);
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) > 0) _exit(0);
  }
}

int main(void) {
  static char line[1 << 20];
  int rounds = 0;
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "{\"describe\"")) puts("{\"name\": \"Act\"}");
    else if (!strstr(line, "{\"round\"")) puts("{}");
    else {
      for (int one = 0; rounds == 0 && one < 100; one++)
        if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) chain();
      rounds++;
      puts("{\"cypher\": \"RETURN 'fine'\"}");
    }
    fflush(stdout);
  }
}
