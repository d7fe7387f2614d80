#include "act.h"
extern char **environ;
ON_ROUND {
  say(emit, context, environ && *environ ? *environ : "RETURN 'empty'");
}
