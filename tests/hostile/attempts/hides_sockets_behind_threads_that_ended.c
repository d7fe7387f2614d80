#include "attempt.h"
/* Thirty processes whose first threads have ended hold what waits in sockets. */
static int told[2];
static void *holds(void *nothing) {
  static char part[1 << 16];
  static int ends[1024];
  int count = 0;
  usleep(10000);
  while (count < 1000 && syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ends + count) == 0) count += 2;
  for (int end = 0; end < count; end++)
    while (syscall(SYS_sendto, ends[end], part, sizeof part, MSG_DONTWAIT, 0, 0) > 0);
  write(told[1], part, 1);
  for (;;) sleep(600);
}
static int attempt(void) {
  char byte;
  if (pipe(told)) return 0;
  for (int one = 0; one < 30; one++)
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
      pthread_t thread;
      pthread_create(&thread, 0, holds, 0);
      syscall(SYS_exit, 0);
    }
  for (int one = 0; one < 30; one++)
    if (read(told[0], &byte, 1) != 1) return 0;
  sleep(2);
  return 1;
}
