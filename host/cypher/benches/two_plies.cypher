// How far the game is, who leads, and which corners are still open.
MATCH (c:Cell)
WITH max(c.row) AS last, count(*) - count(c.state) AS empties,
     sum(CASE c.state WHEN $symbol THEN 1 WHEN IS NULL THEN 0 ELSE -1 END) AS ahead
MATCH (corner:Cell) WHERE corner.row IN [0, last] AND corner.column IN [0, last]
WITH last, empties, ahead, corner ORDER BY corner.row, corner.column
WITH last, empties, ahead, collect(corner.state IS NULL) AS openCorners

// What each square is worth, in reading order.
MATCH (c:Cell)
WITH last, empties, ahead, c, 2 * c.row > last AS low, 2 * c.column > last AS right, openCorners
WITH last, empties, ahead, c,
     CASE WHEN low THEN last - c.row ELSE c.row END AS down,
     CASE WHEN right THEN last - c.column ELSE c.column END AS across,
     openCorners[CASE WHEN low THEN 2 ELSE 0 END + CASE WHEN right THEN 1 ELSE 0 END] AS open
WITH last, empties, ahead, c, open,
     CASE WHEN down < across THEN down ELSE across END AS near,
     CASE WHEN down < across THEN across ELSE down END AS far
WITH last, empties, ahead, c,
     CASE near
       WHEN 0 THEN CASE far WHEN 0 THEN 0 WHEN 1 THEN CASE WHEN open THEN 1 ELSE 2 END WHEN 2 THEN 2 ELSE 3 END
       WHEN 1 THEN CASE far WHEN 1 THEN CASE WHEN open THEN 4 ELSE 7 END WHEN 2 THEN 5 ELSE 6 END
       WHEN 2 THEN CASE far WHEN 2 THEN 7 ELSE 8 END
       ELSE 9
     END AS kind
ORDER BY c.row, c.column
WITH last + 1 AS size, ahead, collect($squares[kind]) AS worth,
     CASE WHEN empties > 20 THEN $discs[0] WHEN empties > 10 THEN $discs[1] ELSE $discs[2] END AS disc,
     CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other

// Each move, with the cells that it takes: its own first, then those that it turns over.
MATCH line = (cell:Cell WHERE cell.state IS NULL)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  (()-[:NEIGHBOR_OF {direction: r.direction}]-(:Cell {state: other}))*
  ()-[:NEIGHBOR_OF {direction: r.direction}]-(:Cell {state: $symbol})
WITH size, ahead, worth, disc, other, cell, collect(nodes(line)[1..-1]) AS turned
WITH size, ahead, worth, disc, other, cell, reduce(all = [cell], some IN turned | all + some) AS taken

// Each reply to it, with the cells that the reply takes; none where the other side has to pass.
OPTIONAL MATCH back = (reply:Cell WHERE reply.state IS NULL AND reply <> cell)
  -[r:NEIGHBOR_OF]-(a:Cell WHERE a.state = $symbol OR a IN taken)
  (()-[:NEIGHBOR_OF {direction: r.direction}]-(b:Cell WHERE b.state = $symbol OR b IN taken))*
  ()-[:NEIGHBOR_OF {direction: r.direction}]-(z:Cell WHERE z.state = other AND NOT z IN taken)
WITH size, ahead, worth, disc, other, cell, taken, reply, collect(nodes(back)[1..-1]) AS turned
WITH size, ahead, worth, disc, other, cell, taken, reply,
     CASE WHEN reply IS NULL THEN [] ELSE reduce(all = [reply], some IN turned | all + some) END AS lost

// How many moves are left after the reply.
WITH size, ahead, worth, disc, other, cell, taken, reply, lost, COUNT {
  (next:Cell WHERE next.state IS NULL AND next <> cell AND NOT next IN lost)
  WHERE EXISTS {
    (next)-[r:NEIGHBOR_OF]-(a:Cell WHERE a IN lost OR (a.state = other AND NOT a IN taken))
    (()-[:NEIGHBOR_OF {direction: r.direction}]-(b:Cell WHERE b IN lost OR (b.state = other AND NOT b IN taken)))*
    ()-[:NEIGHBOR_OF {direction: r.direction}]-(z:Cell WHERE (z.state = $symbol OR z IN taken) AND NOT z IN lost)
  }
} AS freedom

// What all this is worth; the best move is the one whose best reply does least harm.
WITH cell, reply, freedom,
     reduce(sum = 0, c IN taken | sum + 2 * worth[c.row * size + c.column] + 2 * disc)
       - worth[cell.row * size + cell.column] - disc AS gained,
     CASE WHEN reply IS NULL THEN 0
          ELSE reduce(sum = 0, c IN lost | sum + 2 * worth[c.row * size + c.column] + 2 * disc)
            - worth[reply.row * size + reply.column] - disc END AS given,
     ahead + 2 * size(taken) - 1 AS lead
WITH cell, reply,
     CASE WHEN reply IS NULL AND freedom = 0 THEN 100000 * sign(lead) + lead
          ELSE gained - given + $freedom * freedom + CASE WHEN reply IS NULL THEN $pass ELSE 0 END END AS value
WITH cell, min(value) - $replies * count(reply) AS value
RETURN cell ORDER BY value DESC, rand() LIMIT 1
