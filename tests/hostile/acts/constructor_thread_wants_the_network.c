#include "act.h"
static volatile int asked;
static pthread_t thread;
static void *opens_a_socket(void *nothing) {
  while (!asked) usleep(1000);
  socket(AF_INET, SOCK_STREAM, 0);
  return nothing;
}
__attribute__((constructor)) static void on_load(void) {
  pthread_create(&thread, 0, opens_a_socket, 0);
}
ON_ROUND {
  asked = 1;
  pthread_join(thread, 0);
  say(emit, context, "RETURN 'connected'");
}
