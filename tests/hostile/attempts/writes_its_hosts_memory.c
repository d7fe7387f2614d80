#include "attempt.h"
static int attempt(void) {
  char byte = 0;
  struct iovec own = {&byte, 1}, its = {(void *)0x400000, 1};
  return syscall(SYS_process_vm_writev, HOST, &own, 1, &its, 1, 0) > 0;
}
