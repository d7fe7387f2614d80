#include "attempt.h"
/* To read a page that nobody has written takes no memory but for a table of the pages around it. */
static int attempt(void) {
  long span = 400L << 30;
  volatile char *pages = mmap(0, span, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return 0;
  for (long at = 0; at < span; at += 2 << 20) pages[at];
  return 1;
}
