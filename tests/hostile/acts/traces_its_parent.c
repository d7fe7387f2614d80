#include "act.h"
ON_ROUND {
  ptrace(PTRACE_ATTACH, (int)syscall(SYS_getppid), 0, 0);
  say(emit, context, "RETURN 'attached'");
}
