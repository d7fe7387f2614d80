#include "attempt.h"
static int attempt(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY);
  return file >= 0 && write(file, "-1000", 5) == 5;
}
