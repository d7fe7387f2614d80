#include "attempt.h"
/* The same by the device of which everybody can make shared memory. */
static int attempt(void) {
  int zeros = open("/dev/zero", O_RDWR);
  char *pages = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, zeros, 0);
  return pages != MAP_FAILED;
}
