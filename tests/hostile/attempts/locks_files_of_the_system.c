#include "attempt.h"
#include <sys/file.h>
/* Who may read a file may lock it, and whoever waits for it then waits for the player. */
static int attempt(void) {
  int folder = open("/usr/lib", O_RDONLY | O_DIRECTORY);
  return flock(folder, LOCK_EX | LOCK_NB) == 0;
}
