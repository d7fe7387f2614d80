/* Corners: a corner where it can, the cells beside a corner only where it must. A player in C, blind:
 * all that it knows of the game is in its query.
 *
 * Built with any C compiler, and dropped into a plugins folder:
 *   cc -O2 -shared -fPIC -I ../../player-api/include -o ../libcorners.so corners.c
 */
#include <string.h>

#include "othello_player.h"

static const char ABOUT[] =
    "{\"name\": \"Corners\", \"author\": \"the authors of Othello Host\", \"version\": \"1.0\","
    " \"line\": \"corners first, the cells beside them last\", \"class\": \"blind\","
    " \"plays\": [{\"game\": \"othello\"}, {\"game\": \"reversi\"}]}";

/* In Reversi the first four discs go to the middle and turn nothing. Otherwise a cell is legal where
 * a ray over at least one disc of the other side, in one direction, ends in one's own. r and c are
 * the distances to the nearest edges. */
static const char QUERY[] =
    "MATCH (any:Cell)\n"
    "WITH max(any.row) AS last, count(any.state) AS discs,\n"
    "     CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other\n"
    "MATCH (cell:Cell)\n"
    "WHERE cell.state IS NULL AND CASE\n"
    "  WHEN discs < 4 THEN cell.row IN [last / 2, last / 2 + 1]\n"
    "    AND cell.column IN [last / 2, last / 2 + 1]\n"
    "  ELSE EXISTS {\n"
    "    (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})\n"
    "    ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*\n"
    "    (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})\n"
    "  }\n"
    "END\n"
    "WITH cell,\n"
    "     CASE WHEN 2 * cell.row > last THEN last - cell.row ELSE cell.row END AS r,\n"
    "     CASE WHEN 2 * cell.column > last THEN last - cell.column ELSE cell.column END AS c\n"
    "RETURN cell\n"
    "ORDER BY CASE WHEN r + c = 0 THEN 0 WHEN r < 2 AND c < 2 THEN 2 ELSE 1 END,\n"
    "  cell.row, cell.column\n"
    "LIMIT 1";

uint32_t othello_abi(void) { return OTHELLO_ABI; }

void describe(othello_emit emit, void *context) { emit(context, ABOUT, strlen(ABOUT)); }

/* It keeps nothing between its rounds, so it needs neither create nor destroy. */
void get_cypher_for_round(void *self, const char *round, size_t length, othello_emit emit,
                          void *context) {
  (void)self, (void)round, (void)length;
  emit(context, QUERY, strlen(QUERY));
}
