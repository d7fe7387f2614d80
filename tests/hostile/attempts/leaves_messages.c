#include "attempt.h"
static int attempt(void) {
  return msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0;
}
