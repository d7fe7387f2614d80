#include "attempt.h"
/* Another table of calls, with other numbers: this would be a call to leave a file. */
static int attempt(void) {
#ifdef __x86_64__
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory", "r8", "r9", "r10", "r11");
  return result > 0;
#else
  return 0;
#endif
}
