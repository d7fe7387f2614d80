// The game, its two players, who are called as the sides are, and nine tiles that are all linked. White
// counts as the one who played last, so that Black begins.
CREATE (game:GAME {lastplayer: 'O'})
CREATE (:PLAYER {name: 'X'})-[:PLAYS]->(game)
CREATE (:PLAYER {name: 'O'})-[:PLAYS]->(game)
WITH game
UNWIND range(1, $size) AS y
UNWIND range(1, $size) AS x
CREATE (tile:TILE {x: x, y: y})
WITH collect(tile) AS tiles
UNWIND tiles AS a
UNWIND tiles AS b
WITH a, b WHERE a <> b
CREATE (a)-[:Linked_To]->(b)
