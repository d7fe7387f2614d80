// Tiles are numbered 0 to 8 by rows. Each step puts every free tile after every line of play so far,
// ours and theirs by turns, until a side has a line or no tile is free; then the values go back up the
// same steps, the greatest where we moved and the least where they did. A win counts more the sooner it
// comes, a loss less the later.
WITH [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]] AS lines
MATCH (tile:TILE)
OPTIONAL MATCH (player:PLAYER)-->(tile)
WITH lines, 3 * (tile.y - 1) + tile.x - 1 AS tile, player.name AS mark
WITH lines,
     collect(CASE WHEN mark = $symbol THEN tile END) AS ours,
     collect(CASE WHEN mark <> $symbol THEN tile END) AS theirs,
     collect(CASE WHEN mark IS NULL THEN tile END) AS free
// With at most one mark on the board nobody can be forced to lose: the middle, or a corner if it is taken.
WITH lines, ours, theirs,
     CASE WHEN size(free) < 8 THEN free WHEN 4 IN free THEN [4] ELSE [0] END AS free
UNWIND free AS t1
WITH lines, t1, [x IN free WHERE x <> t1] AS free, ours + t1 AS ours, theirs,
     CASE WHEN any(line IN lines WHERE t1 IN line AND all(x IN line WHERE x IN ours OR x = t1)) THEN 9 END AS value
UNWIND CASE WHEN value IS NULL AND size(free) > 0 THEN free ELSE [-1] END AS t2
WITH lines, t1, t2, [x IN free WHERE x <> t2] AS free, ours, theirs + t2 AS theirs,
     CASE
       WHEN value IS NOT NULL THEN value
       WHEN any(line IN lines WHERE t2 IN line AND all(x IN line WHERE x IN theirs OR x = t2)) THEN -8
     END AS value
UNWIND CASE WHEN value IS NULL AND size(free) > 0 THEN free ELSE [-1] END AS t3
WITH lines, t1, t2, t3, [x IN free WHERE x <> t3] AS free, ours + t3 AS ours, theirs,
     CASE
       WHEN value IS NOT NULL THEN value
       WHEN any(line IN lines WHERE t3 IN line AND all(x IN line WHERE x IN ours OR x = t3)) THEN 7
     END AS value
UNWIND CASE WHEN value IS NULL AND size(free) > 0 THEN free ELSE [-1] END AS t4
WITH lines, t1, t2, t3, t4, [x IN free WHERE x <> t4] AS free, ours, theirs + t4 AS theirs,
     CASE
       WHEN value IS NOT NULL THEN value
       WHEN any(line IN lines WHERE t4 IN line AND all(x IN line WHERE x IN theirs OR x = t4)) THEN -6
     END AS value
UNWIND CASE WHEN value IS NULL AND size(free) > 0 THEN free ELSE [-1] END AS t5
WITH lines, t1, t2, t3, t4, t5, [x IN free WHERE x <> t5] AS free, ours + t5 AS ours, theirs,
     CASE
       WHEN value IS NOT NULL THEN value
       WHEN any(line IN lines WHERE t5 IN line AND all(x IN line WHERE x IN ours OR x = t5)) THEN 5
     END AS value
UNWIND CASE WHEN value IS NULL AND size(free) > 0 THEN free ELSE [-1] END AS t6
WITH lines, t1, t2, t3, t4, t5, t6, [x IN free WHERE x <> t6] AS free, ours, theirs + t6 AS theirs,
     CASE
       WHEN value IS NOT NULL THEN value
       WHEN any(line IN lines WHERE t6 IN line AND all(x IN line WHERE x IN theirs OR x = t6)) THEN -4
     END AS value
UNWIND CASE WHEN value IS NULL AND size(free) > 0 THEN free ELSE [-1] END AS t7
WITH t1, t2, t3, t4, t5, t6, t7,
     CASE
       WHEN value IS NOT NULL THEN value
       WHEN any(line IN lines WHERE t7 IN line AND all(x IN line WHERE x IN ours OR x = t7)) THEN 3
     END AS value
WITH t1, t2, t3, t4, t5, t6, max(coalesce(value, 0)) AS value
WITH t1, t2, t3, t4, t5, min(value) AS value
WITH t1, t2, t3, t4, max(value) AS value
WITH t1, t2, t3, min(value) AS value
WITH t1, t2, max(value) AS value
WITH t1, min(value) AS value
MATCH (cell:TILE {x: t1 % 3 + 1, y: t1 / 3 + 1})
RETURN cell, value
// Of moves that are equally good, those in the middle and in the corners.
ORDER BY value DESC, t1 <> 4, t1 % 2, t1
LIMIT 1
