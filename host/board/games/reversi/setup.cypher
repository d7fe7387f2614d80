UNWIND range(0, $size * $size - 1) AS i
CREATE (c:Cell {row: i / $size, column: i % $size})
WITH collect(c) AS cells
UNWIND range(0, $size * $size - 1) AS i
UNWIND [[1, 1, 1], [1, 0, 2], [1, -1, 3], [0, 1, 4]] AS step
WITH cells, i, i / $size + step[0] AS row, i % $size + step[1] AS column, step[2] AS direction
WHERE row < $size AND column >= 0 AND column < $size
WITH cells[i] AS a, cells[row * $size + column] AS b, direction
CREATE (a)-[:NEIGHBOR_OF {direction: direction}]->(b)
