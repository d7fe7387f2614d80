/* With a signal that does nothing, in case that it works. */
#include "attempt.h"
static int attempt(void) {
  return kill(-1, 0) == 0;
}
