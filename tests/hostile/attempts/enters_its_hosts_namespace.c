#include "attempt.h"
static int attempt(void) {
  int host = open("/proc/1/ns/mnt", O_RDONLY);
  return syscall(SYS_setns, host, 0) == 0;
}
