// The board in reading order: its cells, what lies on them, and what each square is worth.
MATCH (c:Cell)
WITH c ORDER BY c.row, c.column
WITH collect(c) AS cells, collect(coalesce(c.state, '-')) AS board, max(c.row) AS last,
     CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
WITH cells, board, last, other, last + 1 AS size, size([disc IN board WHERE disc = '-']) AS empties,
     size([disc IN board WHERE disc = $symbol]) - size([disc IN board WHERE disc = other]) AS ahead,
     [corner IN [0, last, last * (last + 1), last * (last + 2)] | board[corner] = '-'] AS openCorners
WITH cells, board, other, size, ahead,
     CASE WHEN empties > 20 THEN $discs[0] WHEN empties > 10 THEN $discs[1] ELSE $discs[2] END AS disc,
     COLLECT {
       UNWIND cells AS c
       WITH c, 2 * c.row > last AS low, 2 * c.column > last AS right
       WITH CASE WHEN low THEN last - c.row ELSE c.row END AS down,
            CASE WHEN right THEN last - c.column ELSE c.column END AS across,
            openCorners[CASE WHEN low THEN 2 ELSE 0 END + CASE WHEN right THEN 1 ELSE 0 END] AS open
       WITH open, CASE WHEN down < across THEN down ELSE across END AS near,
            CASE WHEN down < across THEN across ELSE down END AS far
       RETURN $squares[CASE near
         WHEN 0 THEN CASE far WHEN 0 THEN 0 WHEN 1 THEN CASE WHEN open THEN 1 ELSE 2 END WHEN 2 THEN 2 ELSE 3 END
         WHEN 1 THEN CASE far WHEN 1 THEN CASE WHEN open THEN 4 ELSE 7 END WHEN 2 THEN 5 ELSE 6 END
         WHEN 2 THEN CASE far WHEN 2 THEN 7 ELSE 8 END
         ELSE 9
       END]
     } AS worth,
     // From each empty square the squares in every direction, its own first.
     COLLECT {
       UNWIND range(0, size * size - 1) AS square
       WITH square, square / size AS row, square % size AS column WHERE board[square] = '-'
       UNWIND [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]] AS step
       WITH square, step,
            CASE step[0] WHEN -1 THEN row WHEN 1 THEN last - row ELSE last END AS down,
            CASE step[1] WHEN -1 THEN column WHEN 1 THEN last - column ELSE last END AS across
       WITH square, step, CASE WHEN down < across THEN down ELSE across END AS length WHERE length > 1
       RETURN [k IN range(0, length) | square + k * (step[0] * size + step[1])]
     } AS rays

// Each move, as the squares that it takes: its own first, then those that it turns over.
WITH *, COLLECT {
  UNWIND rays AS ray
  WITH ray WHERE board[ray[1]] = other
  WITH ray, head([k IN range(2, size(ray) - 1) WHERE board[ray[k]] <> other]) AS end
  WHERE board[ray[end]] = $symbol
  WITH ray[0] AS square, collect(ray[1..end]) AS turned
  RETURN reduce(all = [square], some IN turned | all + some)
} AS moves
UNWIND moves AS taken
WITH cells, other, size, ahead, disc, worth, rays, taken,
     [at IN range(0, size * size - 1) | CASE WHEN at IN taken THEN $symbol ELSE board[at] END] AS board

// Each reply to it, the same way; none where the other side has to pass.
WITH *, COLLECT {
  UNWIND rays AS ray
  WITH ray WHERE board[ray[1]] = $symbol AND board[ray[0]] = '-'
  WITH ray, head([k IN range(2, size(ray) - 1) WHERE board[ray[k]] <> $symbol]) AS end
  WHERE board[ray[end]] = other
  WITH ray[0] AS square, collect(ray[1..end]) AS turned
  RETURN reduce(all = [square], some IN turned | all + some)
} AS replies
UNWIND CASE replies WHEN [] THEN [[]] ELSE replies END AS lost
WITH cells, other, size, ahead, disc, worth, rays, taken, lost,
     [at IN range(0, size * size - 1) | CASE WHEN at IN lost THEN other ELSE board[at] END] AS board

// How many moves are left after the reply.
WITH cells, ahead, disc, worth, taken, lost, COUNT {
  UNWIND rays AS ray
  WITH ray WHERE board[ray[1]] = other AND board[ray[0]] = '-'
  WITH ray WHERE board[head([at IN ray[2..] WHERE board[at] <> other])] = $symbol
  RETURN DISTINCT ray[0] AS square
} AS freedom

// What all this is worth; the best move is the one whose best reply does least harm.
WITH cells, taken[0] AS square, lost[0] AS reply, freedom,
     reduce(sum = 0, at IN taken | sum + 2 * worth[at] + 2 * disc) - worth[taken[0]] - disc AS gained,
     CASE lost WHEN [] THEN 0
          ELSE reduce(sum = 0, at IN lost | sum + 2 * worth[at] + 2 * disc) - worth[lost[0]] - disc END AS given,
     ahead + 2 * size(taken) - 1 AS lead
WITH cells, square, reply,
     CASE WHEN reply IS NULL AND freedom = 0 THEN 100000 * sign(lead) + lead
          ELSE gained - given + $freedom * freedom + CASE WHEN reply IS NULL THEN $pass ELSE 0 END END AS value
WITH cells, square, min(value) - $replies * count(reply) AS value
// Between equals the seed decides, and not rand(), so that every engine plays the same moves.
RETURN cells[square] AS cell ORDER BY value DESC, (square + 1) * $luck % 1009 LIMIT 1
