#include "act.h"
ON_ROUND {
  UNUSED;
  for (volatile long turns = 0;; turns++);
}
