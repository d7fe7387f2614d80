#include "attempt.h"
static int attempt(void) {
  char *none[] = {0};
  for (int one = 3; one < 16; one++) syscall(SYS_execveat, one, "", none, none, AT_EMPTY_PATH);
  return 0;
}
