/* The thread lives on while the jail is locked; what it could not do before, it can't do after. */
#include "act.h"
static volatile int opened = -1, tries;
static void *tries_to_open(void *nothing) {
  for (;;) {
    int file = open("/etc/hostname", O_RDONLY);
    if (file >= 0) opened = file;
    tries++;
    usleep(100);
  }
  return nothing;
}
__attribute__((constructor)) static void on_load(void) {
  pthread_t thread;
  pthread_create(&thread, 0, tries_to_open, 0);
}
ON_ROUND {
  int seen = tries;
  while (tries < seen + 10) usleep(1000);
  say(emit, context, opened < 0 ? "RETURN 'closed'" : "RETURN 'open'");
}
