/* Answers how much its thread has counted; stopped in between, that is next to nothing. */
#include "act.h"
static volatile long counted;
static void *counts(void *nothing) {
  for (;;) counted++;
  return nothing;
}
ON_ROUND {
  static pthread_t thread;
  if (!thread) pthread_create(&thread, 0, counts, 0);
  char text[64];
  snprintf(text, sizeof text, "RETURN %ld", counted);
  say(emit, context, text);
}
