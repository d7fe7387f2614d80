#include "act.h"
ON_ROUND {
  UNUSED;
  for (;;) puts("All work and no play makes Jack a dull boy.");
}
