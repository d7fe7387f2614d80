/* Writes to its standard output, which is not the conversation, and to the place where that would be otherwise. */
#include "act.h"
ON_ROUND {
  (void)self, (void)round, (void)length;
  puts("thinking aloud");
  fflush(stdout);
  DWORD written;
  WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "aloud\n", 6, &written, NULL);
  say(emit, context, "RETURN 'said'");
}
