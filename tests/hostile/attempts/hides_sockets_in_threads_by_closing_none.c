#include "attempt.h"
static volatile int hidden, looked;
static void *hides(void *nothing) {
  int pair[2];
  if (syscall(SYS_close_range, -1, -1, 2) == 0 && syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, pair) == 0) hidden = pair[1];
  looked = 1;
  for (;;) sleep(600);
}
static int attempt(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, hides, 0)) return 0;
  while (!looked) usleep(1000);
  return hidden && fcntl(hidden, F_GETFD) < 0;
}
