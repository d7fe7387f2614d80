// Cornerstone: a corner where there is one, never a cell beside one if there is another, then most discs
WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (any:Cell)
WITH other, max(any.row) AS last
MATCH (cell:Cell) WHERE cell.state IS NULL
MATCH line = (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
WITH cell, sum(length(line) - 1) AS flips, last
WITH cell, flips,
  CASE WHEN cell.row IN [0, last] THEN 0 WHEN cell.row IN [1, last - 1] THEN 1 ELSE 2 END AS up,
  CASE WHEN cell.column IN [0, last] THEN 0 WHEN cell.column IN [1, last - 1] THEN 1 ELSE 2 END AS side
RETURN cell
ORDER BY CASE up + side WHEN 0 THEN 3 WHEN 1 THEN -1 WHEN 2 THEN CASE up WHEN 1 THEN -2 ELSE 1 END ELSE 0 END DESC, flips DESC, rand()
LIMIT 1
