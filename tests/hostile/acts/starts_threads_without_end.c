#include "act.h"
static void *spins(void *nothing) {
  for (;;);
  return nothing;
}
ON_ROUND {
  UNUSED;
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  pthread_t thread;
  for (;;) pthread_create(&thread, &small, spins, 0);
}
