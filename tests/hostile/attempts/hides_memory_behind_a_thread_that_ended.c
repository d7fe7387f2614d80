#include "attempt.h"
/* Of a process whose first thread has ended, the kernel shows nothing under its own number. */
static int told[2];
static void *holds(void *nothing) {
  long most = 1L << 30;
  usleep(10000);
  char *pages = mmap(0, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  for (long at = 0; at < most; at += 4096) pages[at] = 1;
  write(told[1], "x", 1);
  for (;;) sleep(600);
}
static int attempt(void) {
  char byte;
  if (pipe(told)) return 0;
  if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
    pthread_t thread;
    pthread_create(&thread, 0, holds, 0);
    syscall(SYS_exit, 0);
  }
  if (read(told[0], &byte, 1) != 1) return 0;
  sleep(2);
  return 1;
}
