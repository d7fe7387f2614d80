MATCH (any:Cell)
WITH count(any.state) AS discs, $size / 2 AS half, CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (c:Cell)
WHERE c.state IS NULL AND CASE
  WHEN discs < 4 THEN c.row IN [half - 1, half] AND c.column IN [half - 1, half]
  ELSE EXISTS {
    (c)-[r:NEIGHBOR_OF]-(:Cell {state: other})
    ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
    (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
  }
END
RETURN c AS cell
