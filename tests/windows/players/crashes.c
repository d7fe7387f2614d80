#include "act.h"
ON_ROUND {
  UNUSED;
  fputs("so be it\n", stderr);
  fflush(stderr);
  *(volatile int *)8 = 1;
}
