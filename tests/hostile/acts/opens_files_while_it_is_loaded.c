#include "act.h"
static const char *opened = "RETURN 'denied'";
__attribute__((constructor)) static void on_load(void) {
  const char *wanted[] = {"/root/.ssh", "/root/.bashrc", "/root", "/etc/passwd", "/etc/hostname",
                          "/", "/proc/self/mem", "/proc/1/environ", "/tmp", "/home"};
  for (size_t at = 0; at < sizeof wanted / sizeof *wanted; at++)
    if (open(wanted[at], O_RDONLY) >= 0) opened = wanted[at];
  if (open("/tmp/hostile", O_CREAT | O_WRONLY, 0600) >= 0) opened = "/tmp/hostile";
}
ON_ROUND { say(emit, context, opened); }
