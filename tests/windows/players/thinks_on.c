/* Says how often a thread of its own has looked around while the other side was thinking: d3, then c4, then it gives up. */
#include "act.h"
static volatile long looks;
static DWORD WINAPI look_around(void *nothing) {
  (void)nothing;
  for (;;) looks++, Sleep(1);
  return 0;
}
static int rounds;
static long before;
ON_ROUND {
  (void)self, (void)round, (void)length;
  char text[300];
  if (rounds == 0) CreateThread(NULL, 0, look_around, NULL, 0, NULL);
  if (rounds < 2) {
    snprintf(text, sizeof text,
             "{\"cypher\": \"MATCH (cell:Cell {row: %d, column: %d}) RETURN cell\", \"thinking\": "
             "\"looked %ld times\"}",
             2 + rounds, 3 - rounds, looks - before);
  } else {
    snprintf(text, sizeof text, "{\"resign\": \"looked %ld times\"}", looks - before);
  }
  rounds++;
  say(emit, context, text);
  before = looks;
}
