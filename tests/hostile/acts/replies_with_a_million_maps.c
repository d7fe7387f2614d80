/* A line that is not too long, and would take a hundred times its length once it is read. */
#include "act.h"
ON_ROUND {
  char *text = malloc(16 << 20), *end = stpcpy(text, "{\"cypher\": \"RETURN 1\", \"params\": {\"a\": [");
  for (int one = 0; one < 2000000; one++) end = stpcpy(end, "{\"\":0},");
  strcpy(end, "0]}}");
  say(emit, context, text);
}
