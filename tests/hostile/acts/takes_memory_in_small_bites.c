#include "act.h"
ON_ROUND {
  UNUSED;
  for (;;) {
    char *bite = malloc(1000);
    if (!bite) abort();
    memset(bite, 1, 1000);
  }
}
