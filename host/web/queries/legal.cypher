// A cell is legal if a line leaves it that runs over the other side's
// discs, always in one direction, and ends in a disc of one's own.
WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (cell:Cell)
WHERE cell.state IS NULL AND EXISTS {
  (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
}
RETURN cell
ORDER BY rand()
LIMIT 1
