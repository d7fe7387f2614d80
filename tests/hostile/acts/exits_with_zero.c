#include "act.h"
ON_ROUND {
  UNUSED;
  exit(0);
}
