#include "attempt.h"
static int attempt(void) {
  return utimensat(AT_FDCWD, OWN_FILE, 0, 0) == 0;
}
