#include "act.h"
ON_ROUND { say(emit, context, "{\"cypher\": \"RETURN 1\""); }
