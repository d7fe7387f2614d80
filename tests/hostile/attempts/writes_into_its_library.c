#include "attempt.h"
/* What the loader reads is the same memory for all of the library's players. */
static int attempt(void) {
  int library = open("/library", O_RDONLY | O_CLOEXEC);
  char path[64];
  for (int one = library < 0 ? 3 : library; one < 64; one++) {
    struct stat status;
    if (fstat(one, &status) || !S_ISREG(status.st_mode)) continue;
    if (pwrite(one, "x", 1, 0) == 1 || ftruncate(one, 0) == 0) return 1;
    if (mmap(0, 4096, PROT_WRITE, MAP_SHARED, one, 0) != MAP_FAILED) return 1;
    snprintf(path, sizeof path, "/proc/self/fd/%d", one);
    if (open(path, O_RDWR | O_CLOEXEC) >= 0) return 1;
  }
  return 0;
}
