#include "attempt.h"
/* The machine has so many of them, and no count of a process shows who has them. It may have none. */
static int attempt(void) {
  errno = 0;
  void *page = mmap(0, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
  return page != MAP_FAILED || errno == ENOMEM;
}
