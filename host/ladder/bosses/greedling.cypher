// Greedling: the cell that turns over most discs
WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (cell:Cell) WHERE cell.state IS NULL
MATCH line = (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
RETURN cell, sum(length(line) - 1) AS flips
ORDER BY flips DESC, rand()
LIMIT 1
