#include "act.h"
void describe(othello_emit emit, void *context) { say(emit, context, "{\"name\": 5}"); }
ON_ROUND { say(emit, context, "RETURN 1"); }
