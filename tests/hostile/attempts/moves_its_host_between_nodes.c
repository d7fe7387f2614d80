#include "attempt.h"
static int attempt(void) {
  unsigned long node = 1;
  return syscall(SYS_migrate_pages, HOST, 8, &node, &node) >= 0;
}
