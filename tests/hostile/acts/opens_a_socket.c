#include "act.h"
ON_ROUND {
  socket(AF_INET, SOCK_STREAM, 0);
  say(emit, context, "RETURN 'connected'");
}
