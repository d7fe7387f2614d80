//! The beginning of a query that finds the legal cells on a board of any size. It leaves `cell`, `flips` (how
//! many discs a disc there turns over) and `last` (the number of the last row and column).

use othello_player_api::Round;

/// Every empty cell, with the lines that lead from it over the other side's discs to one of one's own. A line
/// keeps its direction because each of its relationships has the `direction` of the first, and it can't turn
/// back because a match walks no relationship twice.
pub const LINES: &str = "\
MATCH (any:Cell)
WITH max(any.row) AS last, CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (cell:Cell) WHERE cell.state IS NULL
OPTIONAL MATCH line = (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[:NEIGHBOR_OF {direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[:NEIGHBOR_OF {direction: r.direction}]-(:Cell {state: $symbol})
";

/// The legal cells of the round's game.
pub fn cells(round: &Round) -> String {
    let legal = legal("flips > 0", round);
    format!("{LINES}WITH cell, last, sum(length(line) - 1) AS flips\nWHERE {legal}\n")
}

/// The condition under which a cell is legal. Reversi fills the four cells of the centre first: as long as one
/// of them is empty, only these are legal, and nothing is turned over.
pub fn legal(turns_discs: &str, round: &Round) -> String {
    if round.game == "reversi" && round.ply < 4 {
        "cell.row IN [last / 2, last / 2 + 1] AND cell.column IN [last / 2, last / 2 + 1]"
            .to_owned()
    } else {
        turns_discs.to_owned()
    }
}
