#include "act.h"
ON_ROUND {
  UNUSED;
  for (;;) sleep(1000);
}
