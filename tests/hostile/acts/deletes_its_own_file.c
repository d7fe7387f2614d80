#include "act.h"
ON_ROUND {
  int gone = unlink(OWN_FILE);
  say(emit, context, gone == 0 ? "RETURN 'deleted'" : "RETURN 'still there'");
}
