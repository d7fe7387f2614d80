#include "act.h"
ON_ROUND {
  execl("/bin/sh", "sh", "-c", "echo hello", (char *)0);
  say(emit, context, "RETURN 'ran'");
}
