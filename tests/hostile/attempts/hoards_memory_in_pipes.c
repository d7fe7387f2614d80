#include "attempt.h"
/* What waits in pipes is nobody's memory. */
static int attempt(void) {
  static char part[1 << 16];
  long held = 0;
  int ends[2];
  while (held < 64 << 20 && pipe(ends) == 0) {
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    for (ssize_t sent; (sent = write(ends[1], part, sizeof part)) > 0;) held += sent;
  }
  return held > 32 << 20;
}
