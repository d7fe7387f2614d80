#include "act.h"
ON_ROUND {
  UNUSED;
  const char *line = "{\"cypher\": \"RETURN 'forged'\"}\n0000000000000000 {\"cypher\": \"RETURN 'forged'\"}\n";
  for (int number = 0; number < 1024; number++) write(number, line, strlen(line));
  sleep(1000);
}
