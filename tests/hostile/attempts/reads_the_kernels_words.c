#include "attempt.h"
static int attempt(void) {
  char words[64];
  return syscall(SYS_syslog, 3, words, sizeof words) > 0;
}
