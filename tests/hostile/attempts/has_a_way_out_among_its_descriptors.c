#include "attempt.h"
/* A folder or a socket that was left open leads out of the jail. */
static int attempt(void) {
  struct stat status;
  for (int one = 0; one < 1024; one++)
    if (fstat(one, &status) == 0 && (S_ISDIR(status.st_mode) || S_ISSOCK(status.st_mode))) return 1;
  return 0;
}
