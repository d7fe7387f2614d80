#include "attempt.h"
static int attempt(void) {
  return link(OWN_FILE, "/tmp/mark") == 0 || symlink(OWN_FILE, "/tmp/mark2") == 0;
}
