#include "act.h"
void destroy(void *self) {
  (void)self;
  for (;;);
}
__attribute__((destructor)) static void at_the_end(void) {
  for (;;);
}
void *create(const char *game, size_t length, othello_emit emit, void *context) {
  (void)game, (void)length, UNUSED;
  return malloc(1);
}
ON_ROUND { say(emit, context, "RETURN 'fine'"); }
