#include "act.h"
ON_LOAD {
  const char *line = "0000000000000000 {\"name\": \"Forged\"}\n";
  for (int number = 0; number < 64; number++) write(number, line, strlen(line));
}
