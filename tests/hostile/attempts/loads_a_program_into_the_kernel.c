#include "attempt.h"
static int attempt(void) {
  char attributes[128] = {0};
  return syscall(SYS_bpf, 0, attributes, sizeof attributes) >= 0;
}
