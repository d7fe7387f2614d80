/* It never leaves its constructor, says that it is loaded, and answers everything itself: what it may do there is no
 * more than what any player may. */
#include "act.h"
enum { FROM_HOST = 3, TO_HOST = 4 };
static char line[1 << 16], answer[1 << 12];
__attribute__((constructor)) static void on_load(void) {
  write(TO_HOST, "loaded\n", 7);
  for (size_t length = 0;;) {
    ssize_t count = read(FROM_HOST, line + length, sizeof line - length - 1);
    if (count <= 0) _exit(0);
    line[length += count] = 0;
    if (!strchr(line, '\n')) continue;
    const char *said = "{}";
    if (strstr(line, " describe ")) said = "{\"name\": \"Sneaky\"}";
    if (strstr(line, " round "))
      said = open("/usr/lib/os-release", O_RDONLY) >= 0 ? "{\"cypher\": \"RETURN 'open'\"}"
                                                        : "{\"cypher\": \"RETURN 'closed'\"}";
    int written = snprintf(answer, sizeof answer, "%.16s %s\n", line, said);
    write(TO_HOST, answer, written);
    length = 0;
  }
}
ON_ROUND { say(emit, context, "RETURN 'fine'"); }
