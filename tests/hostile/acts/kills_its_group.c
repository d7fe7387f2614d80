#include "act.h"
ON_ROUND {
  kill(0, SIGTERM);
  say(emit, context, "RETURN 'killed'");
}
