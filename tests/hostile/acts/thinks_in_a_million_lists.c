/* The same where nothing but its thinking is heavy. */
#include "act.h"
ON_ROUND {
  char *text = malloc(16 << 20), *end = stpcpy(text, "{\"cypher\": \"RETURN 1\", \"thinking\": {\"line\": [");
  for (int one = 0; one < 3000000; one++) end = stpcpy(end, "[1],");
  strcpy(end, "0]}}");
  say(emit, context, text);
}
