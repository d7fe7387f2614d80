#include "attempt.h"
/* What the kernel says of a process has its name in it, and a name may be of any bytes. */
static int attempt(void) {
  long most = 1L << 30;
  prctl(PR_SET_NAME, "\xff) R\xfe");
  char *pages = mmap(0, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return 0;
  for (long at = 0; at < most; at += 4096) pages[at] = 1;
  sleep(2);
  return 1;
}
