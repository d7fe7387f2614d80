#include "act.h"
ON_ROUND {
  char parent[64];
  snprintf(parent, sizeof parent, "/proc/%d/mem", (int)syscall(SYS_getppid));
  const char *wanted[] = {"/root/.ssh", "/root/.bashrc", "/etc/passwd", "/etc/hostname", "/",
                          "/proc/self/mem", "/proc/1/environ", "/tmp", "/dev/null", parent,
                          "/usr/lib/os-release"};
  for (size_t at = 0; at < sizeof wanted / sizeof *wanted; at++)
    if (open(wanted[at], O_RDONLY) >= 0 || open(wanted[at], O_WRONLY) >= 0) {
      say(emit, context, wanted[at]);
      return;
    }
  if (open("/tmp/hostile", O_CREAT | O_WRONLY, 0600) >= 0 || errno != EACCES)
    say(emit, context, "/tmp/hostile");
  else
    say(emit, context, "RETURN 'denied'");
}
