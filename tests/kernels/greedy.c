/* A player that wants too much. "memory N": at its first question N processes fill 64 MiB each at once. "processes N": it
   starts as many as it gets, at most N, and resigns with their number. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char line[1 << 16];
    int most = argc > 2 ? atoi(argv[2]) : 0, started = 0;
    int wants_memory = argc > 1 && !strcmp(argv[1], "memory");
    setvbuf(stdout, NULL, _IONBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "describe")) { printf("{\"name\": \"Greedy\"}\n"); continue; }
        if (strstr(line, "create")) { printf("{}\n"); continue; }
        for (; started < most; started++) {
            int child = fork();
            if (child < 0) break;
            if (child) continue;
            if (wants_memory) memset(malloc(64 << 20), 1, 64 << 20);
            for (;;) pause();
        }
        if (wants_memory) for (;;) pause();
        printf("{\"resign\": \"started %d\"}\n", started);
    }
    return 0;
}
