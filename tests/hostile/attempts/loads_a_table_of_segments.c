#include "attempt.h"
static int attempt(void) {
#ifdef SYS_modify_ldt
  unsigned entry[4] = {0, 0, 0xfffff, 0x51};
  return syscall(SYS_modify_ldt, 1, entry, sizeof entry) == 0;
#else
  return 0;
#endif
}
