MATCH (tile:TILE)
OPTIONAL MATCH (player:PLAYER)-[:PUTS_HERE]->(tile)
RETURN tile AS cell, player.name AS mark
