#include "attempt.h"
/* So that others die when memory is short. */
static int attempt(void) {
  int score = open("/proc/self/oom_score_adj", O_WRONLY);
  return score >= 0 && write(score, "-1000", 5) == 5;
}
