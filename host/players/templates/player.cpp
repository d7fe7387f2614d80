// @NAME@: the corner nearest to the upper left where it can, else the first legal cell. Blind: all that it knows of the
// game is in its query. Built with any C++ compiler: @BUILD@
#include <string>
#include <string_view>

#include "othello_player.h"

namespace {

constexpr std::string_view about =
    R"({"name": "@NAME@", "author": "you", "version": "0.1", "line": "corners first", "class": "blind"})";

constexpr std::string_view query = R"(
WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (cell:Cell)
WHERE cell.state IS NULL AND EXISTS {
  (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
}
RETURN cell
ORDER BY COUNT { (cell)--() } = 3 DESC, cell.row, cell.column
LIMIT 1)";

/// One game of the player. What it remembers from round to round is kept here.
struct Game {
  int rounds = 0;
};

}  // namespace

extern "C" {

uint32_t othello_abi(void) { return OTHELLO_ABI; }

void describe(othello_emit emit, void *context) { emit(context, about.data(), about.size()); }

void *create(const char *, size_t, othello_emit, void *) { return new Game; }

void get_cypher_for_round(void *self, const char *, size_t, othello_emit emit, void *context) {
  static_cast<Game *>(self)->rounds++;
  emit(context, query.data(), query.size());
}

void destroy(void *self) { delete static_cast<Game *>(self); }

}  // extern "C"
