#include "attempt.h"
static int attempt(void) {
  return setxattr(OWN_FILE, "user.mark", "x", 1, 0) == 0;
}
