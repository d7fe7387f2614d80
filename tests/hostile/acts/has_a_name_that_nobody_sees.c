/* Nothing but a mark that turns the direction of writing, and one without width. */
#include "act.h"
void describe(othello_emit emit, void *context) {
  say(emit, context, "{\"name\": \"\xe2\x80\xae\xe2\x80\x8b\"}");
}
ON_ROUND { say(emit, context, "RETURN 'fine'"); }
