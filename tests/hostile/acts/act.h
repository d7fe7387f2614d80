/* What every act has in common: it is a player of the right version, and can say a text. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "othello_player.h"

#ifndef ABI_NUMBER
#define ABI_NUMBER OTHELLO_ABI
#endif

uint32_t othello_abi(void) { return ABI_NUMBER; }

/* The act is played when a round is asked. */
#define ON_ROUND                                                                        \
  static void act(othello_emit emit, void *context);                                    \
  void get_cypher_for_round(void *self, const char *round, size_t length,               \
                            othello_emit emit, void *context) {                         \
    (void)self, (void)round, (void)length;                                              \
    act(emit, context);                                                                 \
  }                                                                                     \
  static void act(othello_emit emit, void *context)

/* The act is played when the library is loaded; asked, it answers like anybody. */
#define ON_LOAD                                                                         \
  static void act(void);                                                                \
  __attribute__((constructor)) static void on_load(void) { act(); }                     \
  void get_cypher_for_round(void *self, const char *round, size_t length,               \
                            othello_emit emit, void *context) {                         \
    (void)self, (void)round, (void)length;                                              \
    emit(context, "RETURN 'fine'", 13);                                                 \
  }                                                                                     \
  static void act(void)

#define UNUSED (void)emit, (void)context

static inline void say(othello_emit emit, void *context, const char *text) {
  emit(context, text, strlen(text));
}
