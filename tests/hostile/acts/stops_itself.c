#include "act.h"
ON_ROUND {
  UNUSED;
  raise(SIGSTOP);
}
