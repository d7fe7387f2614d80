#include "attempt.h"
static int attempt(void) {
  struct { unsigned bytes; int type; char handle[128]; } file = {128};
  int mount;
  if (syscall(SYS_name_to_handle_at, AT_FDCWD, "/", &file, &mount, 0)) return 0;
  return syscall(SYS_open_by_handle_at, AT_FDCWD, &file, O_RDONLY) >= 0;
}
