/* An attempt is made once when the library is loaded, once when a round is asked, or by a program when it is asked, as
 * the build says. An attempt gives whether anything came of it, and is not alive any more where the jail kills for it. */
#include "act.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/msg.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>

static int attempt(void);
static int came_of_it;

#ifdef WHILE_LOADED
__attribute__((constructor)) static void on_load(void) { came_of_it = attempt(); }
#endif

#ifdef AS_PROGRAM
int main(void) {
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "{\"describe\"")) puts("{\"name\": \"Attempt\"}");
    else if (!strstr(line, "{\"round\"")) puts("{}");
    else puts(attempt() ? "{\"cypher\": \"RETURN 'it worked'\"}" : "{\"cypher\": \"RETURN 'nothing came of it'\"}");
    fflush(stdout);
  }
}
#else
ON_ROUND {
#ifndef WHILE_LOADED
  came_of_it = attempt();
#endif
  say(emit, context, came_of_it ? "RETURN 'it worked'" : "RETURN 'nothing came of it'");
}
#endif
