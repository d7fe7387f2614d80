#include "attempt.h"
#include <sys/epoll.h>
/* What waits for descriptors is memory for each of them, and counts against all processes of a user. */
static int attempt(void) {
  int told[2];
  char byte;
  if (pipe(told)) return 0;
  for (int one = 0; one < 120; one++)
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
      int ends[2], polls[60];
      for (int at = 0; at < 60; at++) polls[at] = epoll_create1(0);
      while (pipe(ends) == 0)
        for (int at = 0; at < 60; at++) {
          struct epoll_event event = {.events = EPOLLIN};
          epoll_ctl(polls[at], EPOLL_CTL_ADD, ends[0], &event);
        }
      write(told[1], "x", 1);
      for (;;) sleep(600);
    }
  for (int one = 0; one < 120; one++)
    if (read(told[0], &byte, 1) != 1) return 0;
  sleep(2);
  return 1;
}
