/* It answers its first round at once, and in the next one sends blanks, so fast that the host finds one whenever it reads:
 * a program has its answer follow them when its time is long over, a library writes them to all that it has. */
#include "act.h"
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static void trickle(const int *ends, int count) {
  double begun = now();
  while (now() < begun + 2) {
    for (int end = 0; end < count; end++) write(ends[end], " ", 1);
    for (double last = now(); now() < last + 30e-6;) {}
  }
}

static int rounds;

#ifdef AS_PROGRAM
int main(void) {
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "{\"describe\"")) puts("{\"name\": \"Trickle\"}");
    else if (!strstr(line, "{\"round\"")) puts("{}");
    else {
      if (rounds++) trickle((int[]){1}, 1);
      usleep(1000);
      puts("{\"cypher\": \"RETURN 'at last'\"}");
    }
    fflush(stdout);
  }
}
#else
ON_ROUND {
  if (rounds++) {
    int ends[8], count = 0;
    for (int end = 0; end < 1024 && count < 8; end++)
      if (write(end, " ", 1) == 1) ends[count++] = end;
    trickle(ends, count);
  }
  say(emit, context, "RETURN 'at last'");
}
#endif
