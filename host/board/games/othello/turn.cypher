// The side that is next by turns, if it can move; else the other, if that can; else nobody: it is over.
UNWIND [$symbol, CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END] AS turn
WITH turn, CASE turn WHEN 'X' THEN 'O' ELSE 'X' END AS other
WHERE EXISTS {
  MATCH (c:Cell)
  WHERE c.state IS NULL AND EXISTS {
    (c)-[r:NEIGHBOR_OF]-(:Cell {state: other})
    ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
    (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: turn})
  }
}
RETURN turn
LIMIT 1
