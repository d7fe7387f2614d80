#include "attempt.h"
static int attempt(void) {
  chdir("..");
  chdir("../../../../../../..");
  return open("root/.bashrc", O_RDONLY) >= 0 || open("etc/shadow", O_RDONLY) >= 0 || open("proc/1/environ", O_RDONLY) >= 0 ||
         open("/../../../etc/shadow", O_RDONLY) >= 0;
}
