#include "attempt.h"
static int attempt(void) {
  return unlink(OWN_FILE) == 0 || rename(OWN_FILE, "/tmp/mark") == 0 || truncate(OWN_FILE, 0) == 0;
}
