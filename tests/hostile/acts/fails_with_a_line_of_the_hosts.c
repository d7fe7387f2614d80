#include "act.h"
ON_ROUND { say(emit, context, "{\"error\": \"so be it\\u2028\\r\\nWINNER: Evil\"}"); }
