// The first part puts the mark, if it is the player's turn and the tile is free, and says so; the second
// tells who has three tiles in one line.
MATCH (player:PLAYER {name: $symbol})-[:PLAYS]->(game:GAME)
MATCH (tile:TILE {x: $column, y: $row})
OPTIONAL MATCH (tile)<-[occupied:PUTS_HERE]-(:PLAYER)
WITH player, game, tile, occupied IS NULL AS free,
     coalesce(game.lastplayer <> player.name, true) AS turn
WITH player, game, CASE WHEN free AND turn THEN [tile] ELSE [] END AS Tiles,
     CASE WHEN turn THEN 'Fine !' ELSE 'It\'s not your turn to play !' END AS feedBack,
     CASE WHEN free THEN 'Tile is free.' ELSE 'Invalid operation : occupied tile.' END AS feedBackTile
FOREACH (tile IN Tiles | CREATE (player)-[:PUTS_HERE]->(tile))
FOREACH (tile IN Tiles | SET game.lastplayer = player.name)
RETURN Tiles, player.name AS Player, feedBack + ', ' + feedBackTile AS FeedBack
UNION
MATCH (a:TILE)<-[:PUTS_HERE]-(player:PLAYER)-[:PLAYS]->(game:GAME)
MATCH (player)-[:PUTS_HERE]->(b:TILE), (player)-[:PUTS_HERE]->(c:TILE)
WHERE a.x * 3 + a.y < b.x * 3 + b.y AND b.x * 3 + b.y < c.x * 3 + c.y
  AND (a.x = b.x AND b.x = c.x
    OR a.y = b.y AND b.y = c.y
    OR a.x = a.y AND b.x = b.y AND c.x = c.y
    OR a.x + a.y = 4 AND b.x + b.y = 4 AND c.x + c.y = 4)
SET game.winner = player.name
RETURN [a, b, c] AS Tiles, player.name AS Player, 'And the winner is : ' + player.name AS FeedBack
