MATCH (tile:TILE)
WHERE NOT EXISTS { (tile)<-[:PUTS_HERE]-() }
RETURN tile AS cell
