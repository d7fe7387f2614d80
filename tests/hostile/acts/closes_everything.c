#include "act.h"
ON_ROUND {
  for (int number = 0; number < 1024; number++) close(number);
  say(emit, context, "RETURN 'fine'");
}
