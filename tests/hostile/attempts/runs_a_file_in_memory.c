#include "attempt.h"
static int attempt(void) {
  char *none[] = {0};
  int file = syscall(SYS_memfd_create, "player", 0);
  if (file < 0) return 0;
  syscall(SYS_execveat, file, "", none, none, 0x1000);
  return 1;
}
