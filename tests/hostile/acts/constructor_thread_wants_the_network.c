#include "act.h"
static void *tries(void *nothing) {
  usleep(100000);
  socket(AF_INET, SOCK_STREAM, 0);
  return nothing;
}
__attribute__((constructor)) static void on_load(void) {
  pthread_t thread;
  pthread_create(&thread, 0, tries, 0);
}
ON_ROUND {
  sleep(1);
  say(emit, context, "RETURN 'connected'");
}
