#include "attempt.h"
static int attempt(void) {
  struct stat known;
  char extended[512], target[512];
  return stat("/etc/passwd", &known) == 0 || lstat("/etc/passwd", &known) == 0 || access("/etc/passwd", F_OK) == 0 ||
         syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", &known, 0x1000) == 0 ||
         syscall(SYS_newfstatat, 0, "/etc/passwd", &known, 0x1000) == 0 ||
         syscall(SYS_statx, AT_FDCWD, "/etc/passwd", 0x1000, 0x7ff, extended) == 0 ||
         syscall(SYS_statx, 0, "/etc/passwd", 0, 0x7ff, extended) == 0 ||
         readlink("/proc/self/exe", target, sizeof target) > 0;
}
