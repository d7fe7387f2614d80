// The board in reading order: 1 is a disc of ours, -1 one of theirs, 0 none.
MATCH (c:Cell)
WITH c ORDER BY c.row, c.column
WITH collect(c) AS cells, max(c.row) AS last,
     collect(CASE WHEN c.state IS NULL THEN 0 WHEN c.state = $symbol THEN 1 ELSE -1 END) AS board
WITH *, last + 1 AS side, range(0, size(board) - 1) AS squares, range(1, last) AS steps,
     size([disc IN board WHERE disc = 0]) AS empties, datetime.realtime().epochMillis AS begun

// Five patterns share a number.
WITH *, range(0, size($discs) - 1) AS numbers, [disc IN $discs | reduce(sum = 0, one IN disc | sum + one)] AS none,
     [kinds IN $kinds | [kind IN kinds | $points[kind]] + [more IN range(size(kinds), 4) | [0]]] AS points

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
WITH *, {ply: 1, least: -$infinite, most: $infinite, board: [disc IN board | -disc], flips: [], numbers:
         [n IN numbers | reduce(number = none[n], at IN squares | number - board[at] * $discs[n][at])]} AS root,
     CASE WHEN empties <= $ending THEN $all ELSE $plies END AS plies

// `path` leads from the position that is looked at to the root, [the last, the path above it], at last []. A position keeps
// its moves with all that was found below them, the best first. Who moves there is sure of `least`, and the other side won't
// let it come to more than `most`.
WITH cells, reduce(s = {depth: 1, spent: 0, path: [root, []], found: null}, step IN range(1, 20000) |
  CASE
    WHEN s.path = [] THEN s

    // Time is short.
    WHEN s.depth > 1 AND (s.depth < $all AND s.spent >= $effort
      OR datetime.realtime().epochMillis > begun + $patience) THEN s {.found, path: []}

    ELSE head([node IN [s.path[0]] | head([left IN [s.depth - node.ply] | CASE

    // Nobody has looked at it yet. The board after the move and the patterns' numbers, seen by the side that is to move now.
    WHEN node.moves IS NULL THEN
      head([placed IN [node.square] | head([flips IN [node.flips] | head([before IN [node.board] |
      head([board IN [[at IN squares | CASE WHEN at = placed OR at IN flips THEN -1 ELSE -before[at] END]] |
      head([number IN [[n IN numbers | 2 * none[n] - reduce(number = node.numbers[n] + coalesce($discs[n][placed], 0),
                                                            at IN flips | number + 2 * $discs[n][at])]] |

      // Its moves: what each turns over, and what the board is worth after it. Of them who lose their last disc all is lost,
      // and few discs are in danger.
      head([theirs IN [size([disc IN board WHERE disc = -1])] |
      head([moves IN [[move IN [square IN spots WHERE board[square] = 0 | {square: square, flips:
        reduce(flips = [], way IN ways[square] | CASE
          WHEN board[way[0]] = -1 THEN flips + coalesce(head([k IN steps WHERE board[way[k]] <> -1 |
            CASE board[way[k]] WHEN 1 THEN way[..k] ELSE [] END]), [])
          ELSE flips END)}] WHERE move.flips <> [] |
        head([square IN [move.square] | head([flips IN [move.flips] | {square: square, flips: flips, value:
          CASE WHEN size(flips) = theirs THEN $disc * size(board) ELSE
            reduce(value = CASE WHEN theirs - size(flips) < $few THEN $danger * ($few - theirs + size(flips)) ELSE 0 END,
                   n IN numbers |
              head([a IN [reduce(after = number[n] + $discs[n][square], at IN flips | after + 2 * $discs[n][at])] |
              head([p IN [points[n]] |
                value + p[0][a % 6561] + p[1][a / 6561 % 6561] + p[2][a / 43046721 % 6561] + p[3][a / 282429536481 % 6561]
                  + p[4][a / 1853020188851841]])])) END}])])]] |
      head([top IN [reduce(top = -$infinite, move IN moves | CASE WHEN move.value > top THEN move.value ELSE top END)] |

      // Who has no move has to pass. Where the other side had to as well, the game is over.
      s {.depth, spent: s.spent + size(moves) + 3,
        path: [node {.ply, .square, .value, .least, .most, board: board, numbers: number, top: top, moves:
          CASE WHEN moves = [] AND node.square IS NOT NULL THEN [{flips: [], value: $infinite}] ELSE moves END}, s.path[1]],
        found: CASE node.ply WHEN 1 THEN head([move IN moves WHERE move.value = top]) ELSE s.found END}])])])])])])])])

    ELSE head([value IN [CASE
      // The game is over: the discs count.
      WHEN node.moves = [] THEN $disc * reduce(sum = 0, disc IN node.board | sum + disc)
      // Deep enough, or so good at a glance that the other side won't let it come to this: the best move's value.
      WHEN node.moves[0].square IS NOT NULL
        AND (left <= 0 OR node.top > node.most + $sure + $more * (left - 1)) THEN node.top
      // No move is left; or one is so good that the other side won't let it come to this; or the others are so bad at a glance
      // that nobody would play them.
      WHEN node.next = size(node.moves) OR node.least >= node.most
        OR node.moves[node.next].value < node.least - $doubt - $more * (left - 1) THEN node.least
    END] | CASE

    // Its moves are put into order before the first of them is looked at,
    WHEN value IS NULL AND node.next IS NULL THEN s {.depth, .spent, .found,
      path: [node {.ply, .square, .value, .board, .numbers, .top, .least, .most, next: 0, moves: reduce(sorted = [],
        move IN node.moves | [m IN sorted WHERE m.value >= move.value] + [move] + [m IN sorted WHERE m.value < move.value])},
        s.path[1]]}

    // and then one after the other. What is not known of a move comes from the position before it; `next` stays null until its
    // moves are in order.
    WHEN value IS NULL THEN s {.depth, .found, spent: s.spent + 1,
      path: [head([move IN [node.moves[node.next]] | move {.square, .flips, .value, .moves, .top, ply: node.ply + 1,
        board: coalesce(move.board, node.board), numbers: coalesce(move.numbers, node.numbers),
        next: 0 * move.next, least: -node.most, most: -node.least}]), s.path]}

    // All is looked at that is so near to the root: once more, a ply deeper, if it may be.
    WHEN node.ply = 1 THEN s {.spent, .found, depth: CASE plies WHEN $all THEN $all ELSE s.depth + 1 END,
      path: CASE WHEN s.depth >= plies THEN [] ELSE
        [node {.ply, .board, .numbers, .moves, .top, .most, next: 0 * node.next, least: -$infinite}, []] END}

    // What is good for one side is as bad for the other. A move that is better than all before comes first from now on.
    ELSE head([above IN [s.path[1][0]] | head([better IN [-value > above.least] |
      head([before IN [above.moves[..above.next]] | head([after IN [above.moves[above.next + 1..]] | s {.depth, .spent,
        found: CASE WHEN better AND above.ply = 1 THEN {square: node.square, value: -value} ELSE s.found END,
        path: [above {.ply, .square, .value, .board, .numbers, .top, .most, next: above.next + 1,
          least: CASE WHEN better THEN -value ELSE above.least END, moves:
          [move IN CASE WHEN better THEN [node] + before + after ELSE before + [node] + after END | move]}, s.path[1][1]]}])])])])
    END]) END])]) END) AS search
RETURN cells[search.found.square] AS cell, 1.0 * search.found.value / $disc AS value
