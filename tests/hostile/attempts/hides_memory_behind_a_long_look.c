#include "attempt.h"
#include <sys/eventfd.h>
#include <sys/mman.h>
/* Many processes with all descriptors that they may have take long to look at; what is held meanwhile is a lot. */
static int attempt(void) {
  int told[2];
  char byte;
  if (pipe(told)) return 0;
  for (int one = 0; one < 200; one++)
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
      while (eventfd(0, 0) >= 0);
      write(told[1], "x", 1);
      for (;;) sleep(600);
    }
  for (int one = 0; one < 200; one++)
    if (read(told[0], &byte, 1) != 1) return 0;
  for (int gigabyte = 0; gigabyte < 3; gigabyte++) {
    char *held = mmap(0, 1l << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (held == MAP_FAILED) return 0;
    for (long at = 0; at < 1l << 30; at += 4096) held[at] = 1;
  }
  return 1;
}
