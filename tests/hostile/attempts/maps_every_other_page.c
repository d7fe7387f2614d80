#include "attempt.h"
#include <sys/mman.h>
/* What the kernel keeps for each piece of address space is memory that no address space shows. */
static int attempt(void) {
  int told[2];
  char byte;
  if (pipe(told)) return 0;
  char *pages = mmap(0, 60000l << 12, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return 0;
  for (int at = 0; at < 60000; at += 2) mprotect(pages + ((long)at << 12), 4096, PROT_READ);
  for (int one = 0; one < 100; one++)
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
      write(told[1], "x", 1);
      for (;;) sleep(600);
    }
  for (int one = 0; one < 100; one++)
    if (read(told[0], &byte, 1) != 1) return 0;
  sleep(2);
  return 1;
}
