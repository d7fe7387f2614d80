/* Becomes the user 1000 and then its arguments. */
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 2 || setgid(1000) || setuid(1000) || setenv("HOME", "/tmp/player", 1)) return 126;
    execv(argv[1], argv + 1);
    return 127;
}
