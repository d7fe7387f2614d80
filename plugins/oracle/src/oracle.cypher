// The board in reading order: 1 is a disc of ours, -1 one of theirs, 0 none.
MATCH (c:Cell)
WITH c ORDER BY c.row, c.column
WITH collect(c) AS cells, max(c.row) AS last,
     collect(CASE WHEN c.state IS NULL THEN 0 WHEN c.state = $symbol THEN 1 ELSE -1 END) AS board
WITH *, last + 1 AS side, range(0, size(board) - 1) AS squares, range(1, last) AS steps,
     size([disc IN board WHERE disc = 0]) AS empties, datetime.realtime().epochMillis AS begun

// Five patterns share a number. With the colours exchanged each is worth the opposite.
WITH *, range(0, size($discs) - 1) AS numbers, [disc IN $discs | reduce(sum = 0, one IN disc | sum + one)] AS none,
     [points IN $points | [one IN reverse(tail(points)) | -one] + points] AS points
WITH *, [kinds IN $kinds | [kind IN kinds | points[kind]] + [more IN range(size(kinds), 4) | [0]]] AS points

// The ways that leave each square, and the empty squares, the best first. Between equals the seed decides, and not rand(),
// so that every engine plays the same moves.
WITH *, COLLECT {
  UNWIND squares AS square
  WITH square, square / side AS row, square % side AS column
  RETURN COLLECT {
    UNWIND [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]] AS step
    WITH step, CASE step[0] WHEN -1 THEN row WHEN 1 THEN last - row ELSE last END AS down,
         CASE step[1] WHEN -1 THEN column WHEN 1 THEN last - column ELSE last END AS across
    WITH step, CASE WHEN down < across THEN down ELSE across END AS length WHERE length > 1
    RETURN [k IN range(1, length) | square + k * (step[0] * side + step[1])]
  }
} AS ways, COLLECT {
  UNWIND squares AS square
  WITH square WHERE board[square] = 0
  RETURN square ORDER BY reduce(sum = 0, n IN numbers | head([a IN [none[n] + $discs[n][square]] | head([p IN [points[n]] |
    sum + p[0][a % 6561] + p[1][a / 6561 % 6561] + p[2][a / 43046721 % 6561] + p[3][a / 282429536481 % 6561]
      + p[4][a / 1853020188851841]])])) DESC, (square + 1) * $luck % 1009
} AS spots

// The search begins with the board as the other side left it. Near the end it looks at everything, after a first look.
WITH *, {ply: 1, value: $infinite, board: [disc IN board | -disc], flips: [], numbers:
         [n IN numbers | reduce(number = none[n], at IN squares | number - board[at] * $discs[n][at])]} AS root,
     CASE WHEN empties <= $ending THEN $all ELSE $plies END AS plies

// `todo` is a pile of positions, [the first, the others], at last []; `best` has what the side to move at each ply is sure
// of. A position that all has been found out about lies there without a board, to tell the ply above.
WITH cells, reduce(s = {depth: CASE $plies WHEN 1 THEN 1 ELSE 2 END, todo: [root, []], best: [-$infinite],
                        found: null, spent: 0}, step IN range(1, 10000) |
  CASE

    // All of it is looked at: two plies deeper, if it may be, and unless time is short.
    WHEN s.todo = [] AND s.depth >= plies THEN s
    WHEN s.todo = [] THEN s {.*, todo: [root, []], best: [-$infinite],
      depth: CASE WHEN plies = $all OR s.depth + 2 > plies THEN plies ELSE s.depth + 2 END}
    WHEN s.depth > 2 AND (s.depth < $all AND s.spent >= $effort
      OR datetime.realtime().epochMillis > begun + $patience) THEN s {.*, todo: [], depth: plies}

    ELSE head([node IN [s.todo[0]] | CASE

    // What is good for one side is as bad for the other.
    WHEN node.board IS NULL AND -s.best[node.ply] > s.best[node.ply - 1] THEN {
      depth: s.depth, spent: s.spent, todo: s.todo[1], best: s.best[..node.ply - 1] + [-s.best[node.ply]],
      found: CASE node.ply WHEN 2 THEN {square: node.square, value: -s.best[2]} ELSE s.found END}

    // Nothing better; or so good that the other side won't let it come to this; or so bad at a glance that nobody would play
    // it.
    WHEN node.board IS NULL OR s.best[node.ply - 1] >= -s.best[node.ply - 2]
      OR node.value < s.best[node.ply - 1] - $doubt - $more * (s.depth - node.ply) THEN s {.*, todo: s.todo[1]}

    // The board after the move and the patterns' numbers, seen by the side that is to move now.
    ELSE head([placed IN [node.square] | head([flips IN [node.flips] | head([before IN [node.board] |
      head([board IN [[at IN squares | CASE WHEN at = placed OR at IN flips THEN -1 ELSE -before[at] END]] |
      head([number IN [[n IN numbers | 2 * none[n] - reduce(number = node.numbers[n] + coalesce($discs[n][placed], 0),
                                                            at IN flips | number + 2 * $discs[n][at])]] |

      // Its moves: what each turns over, and what the board is worth after it. Of them who lose their last disc all is lost,
      // and few discs are in danger.
      head([theirs IN [size([disc IN board WHERE disc = -1])] | head([moves IN [[move IN [square IN spots WHERE board[square] = 0 | {square: square, flips:
        reduce(flips = [], way IN ways[square] | CASE
          WHEN board[way[0]] = -1 THEN flips + coalesce(head([k IN steps WHERE board[way[k]] <> -1 |
            CASE board[way[k]] WHEN 1 THEN way[..k] ELSE [] END]), [])
          ELSE flips END)}] WHERE move.flips <> [] |
        head([square IN [move.square] | head([flips IN [move.flips] | {square: square, flips: flips, value:
          CASE WHEN node.ply = 1 AND square = s.found.square THEN $infinite
               WHEN s.depth = $all THEN 0 WHEN size(flips) = theirs THEN $disc * size(board) ELSE
            reduce(value = CASE WHEN theirs - size(flips) < $few THEN $danger * ($few - theirs + size(flips)) ELSE 0 END - $tempo,
                   n IN numbers |
              head([a IN [reduce(after = number[n] + $discs[n][square], at IN flips | after + 2 * $discs[n][at])] |
              head([p IN [points[n]] |
                value + p[0][a % 6561] + p[1][a / 6561 % 6561] + p[2][a / 43046721 % 6561] + p[3][a / 282429536481 % 6561]
                  + p[4][a / 1853020188851841]])])) END}])])]] |
      head([top IN [reduce(top = -$infinite, move IN moves | CASE WHEN move.value > top THEN move.value ELSE top END)] | CASE

        // Neither side can move: the discs count.
        WHEN moves = [] AND node.passed THEN s {.*, todo: [node {.ply, .square}, s.todo[1]],
          best: s.best[..node.ply] + [$disc * reduce(sum = 0, disc IN board | sum + disc)]}

        // Deep enough, or so good at a glance that the other side won't let it come to this: the best move's value.
        WHEN moves <> [] AND (node.ply >= s.depth
          OR top > -s.best[node.ply - 1] + $sure + $more * (s.depth - node.ply - 1)) THEN {
          depth: s.depth, spent: s.spent + size(moves) + 3, todo: [node {.ply, .square}, s.todo[1]],
          best: s.best[..node.ply] + [top],
          found: CASE node.ply WHEN 1 THEN {square: head([move IN moves WHERE move.value = top]).square, value: top}
                               ELSE s.found END}

        // Every move that may be good, or having to pass, is a position to be looked at, the best first.
        ELSE s {.*, spent: s.spent + size(moves) + 3, best: s.best[..node.ply] + [s.best[node.ply - 2]],
          todo: reduce(todo = [node {.ply, .square}, s.todo[1]],
            move IN reduce(sorted = [], move IN CASE WHEN moves = [] THEN [{flips: [], value: $infinite}] ELSE [move IN moves
                WHERE move.value >= s.best[node.ply - 2] - $doubt - $more * (s.depth - node.ply - 1)] END |
              [m IN sorted WHERE m.value < move.value] + [move] + [m IN sorted WHERE m.value >= move.value]) |
            [move {.*, ply: node.ply + 1, passed: moves = [], board: board, numbers: number}, todo])}
        END])])])])])])])])
    END]) END) AS search
RETURN cells[search.found.square] AS cell, 1.0 * search.found.value / $disc AS value
