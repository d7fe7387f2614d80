#include "attempt.h"
/* Of memory that could be shared the last page is enough to keep all of it, which nobody sees any more. */
static int attempt(void) {
  long part = 64 << 20, held = 0;
  while (held < 768 << 20) {
    char *pages = mmap(0, part, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) break;
    memset(pages, 1, part);
    munmap(pages, part - 4096);
    held += part;
  }
  return held > 512 << 20;
}
