#include "act.h"
void describe(othello_emit emit, void *context) {
  say(emit, context, "{\"name\": \"0racle\"}");
}
ON_ROUND { say(emit, context, "RETURN 'fine'"); }
