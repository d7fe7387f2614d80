/* What the players of the Windows tests have in common. */
#include "othello_player.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

uint32_t othello_abi(void) { return OTHELLO_ABI; }

static inline void say(othello_emit emit, void *context, const char *text) {
  emit(context, text, strlen(text));
}

#define ON_ROUND                                                                                   \
  void get_cypher_for_round(void *self, const char *round, size_t length, othello_emit emit,      \
                            void *context)
#define UNUSED (void)self, (void)round, (void)length, (void)emit, (void)context

/* Any empty cell, which need not be a legal one. */
#define ANY "MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell LIMIT 1"
