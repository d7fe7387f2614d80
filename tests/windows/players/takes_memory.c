#include "act.h"
ON_ROUND {
  UNUSED;
  for (;;) {
    char *some = malloc(16 << 20);
    if (!some) abort();
    memset(some, 1, 16 << 20);
  }
}
