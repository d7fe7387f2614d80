#include "act.h"
void describe(othello_emit emit, void *context) {
  char *text = malloc(16 << 20), *end = stpcpy(text, "[");
  for (int one = 0; one < 1000000; one++) end += sprintf(end, "{\"name\":\"%c%c%c\"},", 'a' + one % 26, 'a' + one / 26 % 26, 'a' + one / 676 % 26);
  strcpy(end, "{}]");
  say(emit, context, text);
}
ON_ROUND { say(emit, context, "RETURN 1"); }
