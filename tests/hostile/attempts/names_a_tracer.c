#include "attempt.h"
static int attempt(void) {
  return prctl(0x59616d61, HOST, 0, 0, 0) == 0;
}
