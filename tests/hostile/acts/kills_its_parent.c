#include "act.h"
static pid_t parent;
__attribute__((constructor)) static void on_load(void) { parent = getppid(); }
ON_ROUND {
  kill(parent, SIGTERM);
  say(emit, context, "RETURN 'killed'");
}
