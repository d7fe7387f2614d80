#include "attempt.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
/* One process has what waits, and many others what it waits for. */
static int attempt(void) {
  int told[2], polls[60];
  char byte;
  if (pipe(told)) return 0;
  for (int at = 0; at < 60; at++) polls[at] = epoll_create1(0);
  for (int one = 0; one < 400; one++)
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
      int event;
      while ((event = eventfd(0, 0)) >= 0)
        for (int at = 0; at < 60; at++) {
          struct epoll_event asked = {.events = EPOLLIN};
          epoll_ctl(polls[at], EPOLL_CTL_ADD, event, &asked);
        }
      for (int at = 0; at < 60; at++) close(polls[at]);
      write(told[1], "x", 1);
      for (;;) sleep(600);
    }
  for (int one = 0; one < 400; one++)
    if (read(told[0], &byte, 1) != 1) return 0;
  sleep(2);
  return 1;
}
