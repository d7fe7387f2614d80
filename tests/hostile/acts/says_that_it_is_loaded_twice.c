#include "act.h"
ON_LOAD { write(4, "loaded\n", 7); }
