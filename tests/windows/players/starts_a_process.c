/* A library may start no processes: it says whether it could. */
#include "act.h"
ON_ROUND {
  (void)self, (void)round, (void)length;
  STARTUPINFOA startup = {.cb = sizeof startup};
  PROCESS_INFORMATION process;
  char line[] = "C:\\windows\\system32\\ping.exe -n 6173 127.0.0.1";
  int started = CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &process);
  say(emit, context, started ? "RETURN 'started'" : "RETURN 'refused'");
}
