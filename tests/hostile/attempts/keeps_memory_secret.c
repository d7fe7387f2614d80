#include "attempt.h"
static int attempt(void) {
  return syscall(447 /* memfd_secret */, 0) >= 0 || syscall(SYS_pkey_alloc, 0, 0) >= 0;
}
