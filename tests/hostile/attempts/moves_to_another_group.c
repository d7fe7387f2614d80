#include "attempt.h"
/* To a group whose processes have no bounds. */
static int attempt(void) {
  return open("/sys/fs/cgroup/cgroup.procs", O_WRONLY) >= 0 || open("/sys/fs/cgroup/memory/tasks", O_WRONLY) >= 0 ||
         open("/sys/fs/cgroup/freezer/tasks", O_WRONLY) >= 0 || mkdir("/sys/fs/cgroup/unified/mine", 0700) == 0;
}
