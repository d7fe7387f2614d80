#include "attempt.h"
static int attempt(void) {
  return open("/dev/null", O_WRONLY) >= 0 || open("/dev/null", O_RDWR) >= 0 ||
         open("/tmp", 020000000 | 0200000 | O_RDWR, 0600) >= 0 || memfd_create("x", 0) >= 0;
}
