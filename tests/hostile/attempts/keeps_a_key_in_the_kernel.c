#include "attempt.h"
static int attempt(void) {
  return syscall(SYS_add_key, "user", "mark", "x", 1, -3) >= 0 || syscall(SYS_keyctl, 0, -3, 1) >= 0;
}
