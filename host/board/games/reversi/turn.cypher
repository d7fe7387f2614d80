// While the centre is being filled the sides simply take turns.
MATCH (any:Cell)
WITH count(any.state) AS discs
UNWIND [$symbol, CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END] AS turn
WITH discs, turn, CASE turn WHEN 'X' THEN 'O' ELSE 'X' END AS other
WHERE discs < 4 OR EXISTS {
  MATCH (c:Cell)
  WHERE c.state IS NULL AND EXISTS {
    (c)-[r:NEIGHBOR_OF]-(:Cell {state: other})
    ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
    (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: turn})
  }
}
RETURN turn
LIMIT 1
