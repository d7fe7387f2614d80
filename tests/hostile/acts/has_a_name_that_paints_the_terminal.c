#include "act.h"
void describe(othello_emit emit, void *context) {
  say(emit, context, "{\"name\": \"\\u001b[31mRed\\u0007\\n\", \"line\": \"one\\ntwo\"}");
}
ON_ROUND { say(emit, context, "RETURN 'fine'"); }
