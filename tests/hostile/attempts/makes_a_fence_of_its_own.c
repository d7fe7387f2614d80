#include "attempt.h"
/* A new fence can't take the old one away, but it is a part of the kernel that nobody needs here. */
static int attempt(void) { return syscall(SYS_landlock_create_ruleset, 0, 0, 1) >= 0; }
