#include "act.h"
ON_ROUND {
  say(emit, context, "RETURN 1");
  say(emit, context, "RETURN 2");
}
