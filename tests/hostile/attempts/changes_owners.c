#include "attempt.h"
static int attempt(void) {
  return chown(OWN_FILE, 1, 1) == 0 || fchownat(AT_FDCWD, OWN_FILE, 1, 1, 0) == 0;
}
