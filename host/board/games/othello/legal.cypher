WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (c:Cell)
WHERE c.state IS NULL AND EXISTS {
  (c)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
}
RETURN c AS cell
