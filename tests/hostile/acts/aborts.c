#include "act.h"
ON_ROUND {
  UNUSED;
  fputs("I can't go on\n", stderr);
  abort();
}
