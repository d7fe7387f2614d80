#include "act.h"
__attribute__((destructor)) static void at_the_end(void) { _exit(3); }
void destroy(void *self) { (void)self, _exit(4); }
ON_ROUND { say(emit, context, "RETURN 'fine'"); }
