// Quiet: the move that turns the fewest discs
// author: the authors of Othello Host
// version: 1.0
// plays: othello, reversi
//
// What is returned beside the cell is shown as the player's thinking.
MATCH (any:Cell)
WITH max(any.row) / 2 AS middle, count(any.state) AS discs,
     CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (cell:Cell)
WHERE cell.state IS NULL
OPTIONAL MATCH line = (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
WITH cell, middle, discs, sum(length(line) - 1) AS turned
// In Reversi the first four discs go to the middle and turn nothing.
WHERE turned > 0
  OR (discs < 4 AND cell.row IN [middle, middle + 1] AND cell.column IN [middle, middle + 1])
RETURN cell, turned
ORDER BY turned, cell.row, cell.column
LIMIT 1
