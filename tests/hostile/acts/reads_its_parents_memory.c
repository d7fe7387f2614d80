#define _GNU_SOURCE
#include "act.h"
ON_ROUND {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
  process_vm_readv((int)syscall(SYS_getppid), &here, 1, &there, 1, 0);
  say(emit, context, "RETURN 'read'");
}
