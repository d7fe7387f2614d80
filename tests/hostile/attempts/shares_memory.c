#include "attempt.h"
static int attempt(void) {
  return shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600) >= 0;
}
