#include "act.h"
ON_ROUND { say(emit, context, "{\"resign\": \"so be it\\nWINNER: Evil\\u202e\"}"); }
