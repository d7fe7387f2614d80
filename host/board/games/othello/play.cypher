// Every ray that leaves the cell over discs of the other side and ends in an own disc is turned over. Where
// there is none, the list is empty and nothing is written: the move was not legal.
WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
// The cell comes first and by itself: a planner that is free to begin elsewhere walks every way to it.
OPTIONAL MATCH (c:Cell {row: $row, column: $column})
WHERE c.state IS NULL
OPTIONAL MATCH p = (c)-[r:NEIGHBOR_OF]-(:Cell {state: other})
      ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
      (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
UNWIND coalesce(nodes(p)[..-1], [null]) AS cell
WITH collect(DISTINCT cell) AS changed
FOREACH (cell IN changed | SET cell.state = $symbol)
RETURN changed
