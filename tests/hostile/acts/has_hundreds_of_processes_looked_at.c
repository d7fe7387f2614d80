/* The same with processes. */
#include "act.h"
int main(void) {
  static char line[1 << 20];
  int rounds = 0;
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "{\"describe\"")) puts("{\"name\": \"Act\"}");
    else if (!strstr(line, "{\"round\"")) puts("{}");
    else {
      for (int one = 0; rounds == 0 && one < 300; one++)
        if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0)
          for (;;) sleep(1000);
      rounds++;
      usleep(20000);
      puts("{\"cypher\": \"RETURN 'fine'\"}");
    }
    fflush(stdout);
  }
}
