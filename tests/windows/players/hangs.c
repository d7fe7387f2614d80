#include "act.h"
ON_ROUND {
  UNUSED;
  Sleep(INFINITE);
}
