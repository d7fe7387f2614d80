// The first four discs turn nothing over and belong on the centre; then it is Othello.
MATCH (any:Cell)
WITH count(any.state) AS discs, CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other, $size / 2 AS half
MATCH (c:Cell {row: $row, column: $column})
OPTIONAL MATCH p = (c)-[r:NEIGHBOR_OF]-(:Cell {state: other})
      ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
      (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
WHERE c.state IS NULL AND discs >= 4
WITH c, p, discs < 4 AND c.state IS NULL
           AND c.row IN [half - 1, half] AND c.column IN [half - 1, half] AS filling
UNWIND coalesce(nodes(p)[..-1], [CASE WHEN filling THEN c END]) AS cell
WITH collect(DISTINCT cell) AS changed
FOREACH (cell IN changed | SET cell.state = $symbol)
RETURN changed
