#include "attempt.h"
/* The kernel cuts a name after fifteen bytes, in the middle of a letter too. Each of these alone has little. */
static int attempt(void) {
  long part = 128 << 20;
  int told[2];
  char byte;
  if (pipe(told)) return 0;
  for (int one = 0; one < 8; one++)
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
      prctl(PR_SET_NAME, "fourteen bytes\xc3\xb1");
      char *pages = mmap(0, part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      for (long at = 0; at < part; at += 4096) pages[at] = 1;
      write(told[1], "x", 1);
      for (;;) sleep(600);
    }
  for (int one = 0; one < 8; one++)
    if (read(told[0], &byte, 1) != 1) return 0;
  sleep(2);
  return 1;
}
