// The board in reading order: 1 is a disc of ours, -1 one of theirs, 0 none.
MATCH (c:Cell)
WITH c ORDER BY c.row, c.column
WITH collect(c) AS cells, max(c.row) AS last,
     collect(CASE WHEN c.state IS NULL THEN 0 WHEN c.state = $symbol THEN 1 ELSE -1 END) AS board
WITH *, last + 1 AS side, range(0, size(board) - 1) AS squares, size([disc IN board WHERE disc = 0]) AS empties,
     [corner IN [0, last, last * (last + 1), last * (last + 2)] | board[corner] = 0] AS openCorners

// What a disc on each square is worth.
WITH *, CASE WHEN empties > 20 THEN $discs[0] WHEN empties > 10 THEN $discs[1] ELSE $discs[2] END AS disc
WITH *, COLLECT {
  UNWIND cells AS c
  WITH c, 2 * c.row > last AS low, 2 * c.column > last AS right
  WITH CASE WHEN low THEN last - c.row ELSE c.row END AS down,
       CASE WHEN right THEN last - c.column ELSE c.column END AS across,
       openCorners[CASE WHEN low THEN 2 ELSE 0 END + CASE WHEN right THEN 1 ELSE 0 END] AS open
  WITH open, CASE WHEN down < across THEN down ELSE across END AS near,
       CASE WHEN down < across THEN across ELSE down END AS far
  RETURN disc + $squares[CASE near
    WHEN 0 THEN CASE far WHEN 0 THEN 0 WHEN 1 THEN CASE WHEN open THEN 1 ELSE 2 END WHEN 2 THEN 2 ELSE 3 END
    WHEN 1 THEN CASE far WHEN 1 THEN CASE WHEN open THEN 4 ELSE 7 END WHEN 2 THEN 5 ELSE 6 END
    WHEN 2 THEN CASE far WHEN 2 THEN 7 ELSE 8 END
    ELSE 9
  END]
} AS worth

// The empty squares, the best first, and the ways that leave each.
WITH *, COLLECT {
  UNWIND squares AS square
  WITH square, square / side AS row, square % side AS column WHERE board[square] = 0
  WITH square, COLLECT {
    UNWIND [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]] AS step
    WITH step, CASE step[0] WHEN -1 THEN row WHEN 1 THEN last - row ELSE last END AS down,
         CASE step[1] WHEN -1 THEN column WHEN 1 THEN last - column ELSE last END AS across
    WITH step, CASE WHEN down < across THEN down ELSE across END AS length WHERE length > 1
    RETURN [k IN range(1, length) | square + k * (step[0] * side + step[1])]
  } AS ways
  // Between equals the seed decides, and not rand(), so that every engine plays the same moves.
  RETURN {square: square, ways: ways} AS spot ORDER BY worth[square] DESC, (square + 1) * $luck % 1009
} AS spots
WITH *, CASE WHEN empties <= $ending THEN 2 * empties ELSE $plies END AS depth

// The search. `todo` is a pile of positions, [the first, the others]; `best` has what the side to move at each ply is
// sure of. A position that all has been found out about lies there without a board, to tell the ply above.
WITH cells, reduce(s = {todo: [{ply: 1, board: [disc IN board | -disc], taken: [], sum: 0, choice: 0}, null],
                        best: [-1000000000], move: null}, step IN range(1, 10000) |
  CASE WHEN s.todo IS NULL THEN s ELSE head([node IN [s.todo[0]] | CASE

    // What is good for one side is as bad for the other.
    WHEN node.board IS NULL AND -s.best[node.ply] > s.best[node.ply - 1] THEN {
      todo: s.todo[1], best: s.best[..node.ply - 1] + [-s.best[node.ply]],
      move: CASE node.ply WHEN 2 THEN node.taken[0] ELSE s.move END}

    // Nothing better, or so good that the other side won't let it come to this.
    WHEN node.board IS NULL OR s.best[node.ply - 1] >= -s.best[node.ply - 2] THEN s {.*, todo: s.todo[1]}

    // The board after the move, seen by the side that is to move now; and its moves: what each takes, and gains.
    ELSE head([board IN [[at IN squares | CASE WHEN at IN node.taken THEN -1 ELSE -node.board[at] END]] |
      head([moves IN [[taken IN [spot IN spots WHERE board[spot.square] = 0 |
        reduce(taken = [spot.square], way IN spot.ways | CASE
          WHEN board[way[0]] = -1 THEN taken + coalesce(head([k IN range(1, size(way) - 1) WHERE board[way[k]] <> -1 |
            CASE board[way[k]] WHEN 1 THEN way[..k] ELSE [] END]), [])
          ELSE taken END)]
        WHERE size(taken) > 1 |
        {taken: taken, gain: reduce(sum = -worth[taken[0]], at IN taken | sum + 2 * worth[at])}]] | CASE

        // Neither side can move: the discs count.
        WHEN moves = [] AND node.passed THEN s {.*, todo: [node {.ply, .taken}, s.todo[1]],
          best: s.best[..node.ply] + [100000 * reduce(sum = 0, disc IN board | sum + disc)]}

        // Deep enough: what was gained, the best move's gain, and the choice that both sides have.
        WHEN moves <> [] AND node.ply > depth THEN s {.*, todo: [node {.ply, .taken}, s.todo[1]],
          best: s.best[..node.ply] + [node.sum + $own * size(moves) - $others * node.choice +
            reduce(most = moves[0].gain, move IN moves | CASE WHEN move.gain > most THEN move.gain ELSE most END)]}

        // Every move, or having to pass, is a position to be looked at; of the last ply's only the best squares.
        ELSE {move: s.move, best: s.best[..node.ply] + [s.best[node.ply - 2]],
          todo: reduce(todo = [node {.ply, .taken}, s.todo[1]],
            move IN reverse(CASE WHEN moves = [] THEN [{taken: [], gain: 0}]
                                 WHEN node.ply = depth THEN moves[..$width] ELSE moves END) |
            [{ply: node.ply + 1, board: board, taken: move.taken, passed: moves = [], choice: size(moves),
              sum: -node.sum - move.gain}, todo])}
        END])])
    END]) END) AS search
RETURN cells[search.move] AS cell, -search.best[0] AS value
