#include "act.h"
ON_ROUND {
  size_t length = 40ul << 20;
  char *text = malloc(length);
  memset(text, ' ', length);
  emit(context, text, length);
}
