#include "attempt.h"
static int attempt(void) {
  return open("/tmp/mark", O_CREAT | O_WRONLY, 0600) >= 0 || open("/dev/shm/mark", O_CREAT | O_RDWR, 0600) >= 0;
}
