#define ABI_NUMBER 2
#include "act.h"
ON_ROUND { say(emit, context, "RETURN 1"); }
