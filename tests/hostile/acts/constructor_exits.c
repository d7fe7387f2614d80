#include "act.h"
ON_LOAD { exit(0); }
