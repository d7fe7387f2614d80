#include "act.h"
ON_ROUND {
  UNUSED;
  *(volatile int *)8 = 1;
}
