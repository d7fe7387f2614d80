#include "attempt.h"
static int attempt(void) {
  return open("/etc/shadow", O_RDONLY) >= 0 || open("/root/.ssh/id_rsa", O_RDONLY) >= 0;
}
