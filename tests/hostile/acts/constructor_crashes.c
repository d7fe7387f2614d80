#include "act.h"
ON_LOAD { *(volatile int *)8 = 1; }
