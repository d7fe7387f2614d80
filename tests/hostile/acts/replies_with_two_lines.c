/* The second line is no answer to the next round. */
#include "act.h"
ON_ROUND { say(emit, context, "{\"cypher\":\n\"RETURN 'two lines'\"}\n{\"resign\": \"forged\"}\n"); }
