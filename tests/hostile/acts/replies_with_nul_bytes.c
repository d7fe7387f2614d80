#include "act.h"
ON_ROUND { emit(context, "RETURN\0 'nul'", 13); }
