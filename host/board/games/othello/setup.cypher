// An empty board of $size rows and columns with each pair of neighbours joined once, from the upper (or
// left) cell to the other; then the first four discs. White lies on the falling diagonal of the centre in
// the standard start, Black in the mirrored one.
UNWIND range(0, $size * $size - 1) AS i
WITH i / $size AS row, i % $size AS column, $size / 2 AS half
WITH row, column, row IN [half - 1, half] AND column IN [half - 1, half] AS centre
CREATE (c:Cell {row: row, column: column, state: CASE
  WHEN NOT centre THEN null
  WHEN (row = column) = ($start = 'standard') THEN 'O'
  ELSE 'X'
END})
WITH collect(c) AS cells
UNWIND range(0, $size * $size - 1) AS i
UNWIND [[1, 1, 1], [1, 0, 2], [1, -1, 3], [0, 1, 4]] AS step
WITH cells, i, i / $size + step[0] AS row, i % $size + step[1] AS column, step[2] AS direction
WHERE row < $size AND column >= 0 AND column < $size
WITH cells[i] AS a, cells[row * $size + column] AS b, direction
CREATE (a)-[:NEIGHBOR_OF {direction: direction}]->(b)
