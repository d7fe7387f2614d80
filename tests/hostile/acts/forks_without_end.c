#include "act.h"
ON_ROUND {
  UNUSED;
  for (;;) fork();
}
