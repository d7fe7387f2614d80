#include "act.h"
ON_ROUND { say(emit, context, "RETURN '\xff\xfe\xc3('"); }
