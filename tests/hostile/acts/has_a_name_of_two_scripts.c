/* The second letter is Cyrillic. */
#include "act.h"
void describe(othello_emit emit, void *context) {
  say(emit, context, "{\"name\": \"S\xd1\x96" "mple\"}");
}
ON_ROUND { say(emit, context, "RETURN 'fine'"); }
