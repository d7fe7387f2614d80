#include "act.h"
ON_ROUND {
  size_t length = 1ul << 30;
  char *text = mmap(0, length, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  emit(context, text == MAP_FAILED ? 0 : text, length);
}
