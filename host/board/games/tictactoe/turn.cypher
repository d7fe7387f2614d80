MATCH (game:GAME)
WHERE game.winner IS NULL AND EXISTS { MATCH (tile:TILE) WHERE NOT EXISTS { (tile)<-[:PUTS_HERE]-() } }
RETURN CASE game.lastplayer WHEN 'X' THEN 'O' ELSE 'X' END AS turn
