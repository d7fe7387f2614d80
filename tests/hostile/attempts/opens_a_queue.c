#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_mq_open, "mark", O_CREAT | O_RDWR, 0600, 0) >= 0;
}
