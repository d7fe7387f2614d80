#include "act.h"
ON_ROUND { emit(context, (const char *)8, 1000); }
