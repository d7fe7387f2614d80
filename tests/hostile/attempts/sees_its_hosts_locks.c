#include "attempt.h"
static int attempt(void) {
  void *head = 0;
  size_t length = 0;
  return syscall(SYS_get_robust_list, HOST, &head, &length) == 0;
}
