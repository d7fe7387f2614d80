#include "attempt.h"
static int attempt(void) {
  return chmod(OWN_FILE, 0777) == 0 || fchmodat(AT_FDCWD, OWN_FILE, 0777, 0) == 0;
}
