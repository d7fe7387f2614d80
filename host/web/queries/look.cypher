// Empty cells with a disc of the other side beside them.
MATCH (cell:Cell)-[:NEIGHBOR_OF]-(disc:Cell)
WHERE cell.state IS NULL AND disc.state <> $symbol
RETURN DISTINCT cell, count(disc) AS discs
ORDER BY discs DESC
