/* The C interface of a player for Othello Host, version 1. It never changes: what it carries is
 * text, JSON messages that grow by optional fields. A library that exports othello_abi and
 * get_cypher_for_round is a player; the other three functions are optional.
 *
 * All texts are UTF-8, given by start and length, and need no terminating zero. A text that the
 * host passes in lives until the function returns; the host copies what it is given. All calls
 * come from one thread of a process in which nothing but this library runs.
 */
#ifndef OTHELLO_PLAYER_H
#define OTHELLO_PLAYER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define OTHELLO_EXPORT __declspec(dllexport)
#else
#define OTHELLO_EXPORT __attribute__((visibility("default")))
#endif

#define OTHELLO_ABI 1

/* Takes a text of the player's. Call it once, with the context that came with it, before you
 * return. */
typedef void (*othello_emit)(void *context, const char *text, size_t length);

/* Returns OTHELLO_ABI. */
OTHELLO_EXPORT uint32_t othello_abi(void);

/* Emits what the player says of itself, or a list of that where the library has several players:
 *   {"name": "Corner", "author": "...", "version": "1.0", "line": "takes corners",
 *    "class": "blind", "plays": [{"game": "othello", "sizes": [8]}],
 *    "options": [{"name": "depth", "type": "integer", "default": 3}]}
 * Without this function the player has the name of its file, is blind and plays Othello. */
OTHELLO_EXPORT void describe(othello_emit emit, void *context);

/* Begins a game and returns the instance that plays it. The game:
 *   {"player": "Corner", "game": "othello", "size": 8, "start": "standard", "symbol": "X",
 *    "seed": 4711, "options": {"depth": 3}}
 * Where it can't, it emits {"error": "why"} and returns NULL. A player that keeps nothing between
 * its rounds returns NULL and emits nothing. */
OTHELLO_EXPORT void *create(const char *game, size_t length, othello_emit emit, void *context);

/* Emits the answer to a round. The round:
 *   {"game": "othello", "size": 8, "start": "standard", "symbol": "X", "ply": 12, "seed": 81,
 *    "time_ms": 980, "clock_ms": 60000}
 * and for a player of class "open" also "position" (the board row by row, X, O and -) and
 * "moves". The answer is the text of a Cypher query, or one of
 *   {"cypher": "MATCH ...", "params": {"row": 2, "column": 3}, "thinking": "..."}
 *   {"resign": "why"}
 *   {"error": "why"}
 * self is what create returned, or NULL without create. */
OTHELLO_EXPORT void get_cypher_for_round(void *self, const char *round, size_t length,
                                         othello_emit emit, void *context);

/* Ends an instance. */
OTHELLO_EXPORT void destroy(void *self);

#ifdef __cplusplus
}
#endif

#endif
