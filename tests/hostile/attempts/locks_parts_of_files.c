#include "attempt.h"
/* Each lock is memory of the kernel's, and a file has as many parts as one likes. */
static int attempt(void) {
  int file = open(OWN_FILE, O_RDONLY), locked = 0;
  for (; locked < 10000; locked++) {
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 2 * locked, .l_len = 1};
    if (fcntl(file, F_SETLK, &lock)) break;
  }
  return locked > 0;
}
