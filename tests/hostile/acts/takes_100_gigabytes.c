#include "act.h"
ON_ROUND {
  UNUSED;
  char *memory = malloc(100ul << 30);
  if (!memory) abort();
  memset(memory, 1, 100ul << 30);
}
