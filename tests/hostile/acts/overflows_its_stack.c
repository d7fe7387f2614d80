#include "act.h"
static int deeper(volatile char *above) {
  volatile char here[4096];
  here[0] = above[0];
  return deeper(here) + here[1];
}
ON_ROUND {
  UNUSED;
  char start[1] = {1};
  deeper(start);
}
