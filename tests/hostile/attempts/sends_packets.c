#include "attempt.h"
static int attempt(void) {
  return socket(AF_PACKET, SOCK_RAW, 0) >= 0;
}
