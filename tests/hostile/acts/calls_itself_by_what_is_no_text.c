#include "act.h"
__attribute__((constructor)) static void on_load(void) { prctl(PR_SET_NAME, "\xff\xfe"); }
ON_ROUND { say(emit, context, "RETURN 'fine'"); }
