/* One byte after the other where nobody waits for it. */
#include "act.h"
#ifdef AS_PROGRAM
int main(void) {
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "{\"describe\"")) puts("{\"name\": \"Trickle\"}");
    else if (!strstr(line, "{\"round\"")) puts("{}");
    else for (;;) write(2, "x", 1);
    fflush(stdout);
  }
}
#else
ON_ROUND {
  UNUSED;
  for (;;) write(2, "x", 1);
}
#endif
