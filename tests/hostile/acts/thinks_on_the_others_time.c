/* Its thread goes on counting between the rounds, unless it is stopped. */
#include "act.h"
static volatile long counted;
static void *counts(void *nothing) {
  for (;;) counted++;
  return nothing;
}
ON_ROUND {
  static pthread_t thread;
  if (!thread) pthread_create(&thread, 0, counts, 0);
  say(emit, context, "RETURN 'counting'");
}
