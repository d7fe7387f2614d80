#include "attempt.h"
static int attempt(void) {
  int ends[2];
  return pipe(ends) == 0 && fcntl(ends[0], 1031, 1 << 20) >= 0;
}
