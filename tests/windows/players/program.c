/* An outside program, which does what its first argument says. Its second is a file that its grandchild writes to for as
 * long as it lives. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static void start(const char *self, const char *act, const char *file) {
  STARTUPINFOA startup = {.cb = sizeof startup};
  PROCESS_INFORMATION process;
  char line[2048];
  snprintf(line, sizeof line, "\"%s\" %s \"%s\"", self, act, file);
  CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &process);
}

static void answer(const char *text) {
  puts(text);
  fflush(stdout);
}

int main(int count, char **words) {
  const char *act = count > 1 ? words[1] : "plays", *file = count > 2 ? words[2] : "";
  char self[MAX_PATH], line[1 << 16];
  GetModuleFileNameA(NULL, self, sizeof self);
  if (!strcmp(act, "child")) {
    start(self, "grandchild", file);
    Sleep(INFINITE);
  }
  if (!strcmp(act, "grandchild")) {
    for (;;) {
      FILE *trace = fopen(file, "a");
      if (trace) fputs(".", trace), fclose(trace);
      Sleep(20);
    }
  }
  /* It says what it is, takes its game, and reads no more: what the host writes is left in the pipe. */
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "\"describe\"")) {
      answer("{\"name\": \"Outside\", \"class\": \"open\"}");
    } else if (strstr(line, "\"create\"")) {
      if (!strcmp(act, "family")) start(self, "child", file);
      answer("{}");
      if (!strcmp(act, "reads_nothing")) Sleep(INFINITE);
    } else if (!strcmp(act, "family")) {
      Sleep(INFINITE);
    } else {
      answer("MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell LIMIT 1");
    }
  }
  return 0;
}
