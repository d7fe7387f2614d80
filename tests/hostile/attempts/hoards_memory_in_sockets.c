#include "attempt.h"
/* Thirty processes, each of which makes all pairs of sockets that it may have, and fills them. */
static int attempt(void) {
  static char part[1 << 16];
  static int ends[1024];
  int told[2], count = 0;
  if (pipe(told)) return 0;
  for (int one = 0; one < 30; one++)
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
      while (count < 1000 && syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ends + count) == 0) count += 2;
      for (int end = 0; end < count; end++)
        while (syscall(SYS_sendto, ends[end], part, sizeof part, MSG_DONTWAIT, 0, 0) > 0);
      write(told[1], part, 1);
      for (;;) sleep(600);
    }
  for (int one = 0; one < 30; one++)
    if (read(told[0], part, 1) != 1) return 0;
  return 1;
}
