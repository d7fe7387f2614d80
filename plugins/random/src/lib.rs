//! Random: any of the legal cells. The chance is in the query, whose `rand()` draws from the seed
//! that the host gives to each query, so a game can be repeated.

use othello_player_api::{About, Answer, Game, Player, Plays, Round, export_player};

/// A cell is legal where it is empty and a ray leaves it that runs over at least one disc of the
/// other side, always in one direction, and ends in a disc of one's own.
const LEGAL: &str = "\
WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (cell:Cell)
WHERE cell.state IS NULL AND EXISTS {
  (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
}
RETURN cell
ORDER BY rand()
LIMIT 1";

/// In Reversi the first four discs go to the four cells in the middle, and flip nothing.
const LEGAL_IN_REVERSI: &str = "\
MATCH (any:Cell)
WITH max(any.row) / 2 AS middle, count(any.state) AS discs,
     CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (cell:Cell)
WHERE cell.state IS NULL AND CASE
  WHEN discs < 4 THEN
    cell.row IN [middle, middle + 1] AND cell.column IN [middle, middle + 1]
  ELSE EXISTS {
    (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
    ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
    (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
  }
END
RETURN cell
ORDER BY rand()
LIMIT 1";

/// In tic-tac-toe every free tile will do.
const FREE_IN_TIC_TAC_TOE: &str = "\
MATCH (cell:TILE)
WHERE NOT EXISTS { (cell)<--(:PLAYER) }
RETURN cell
ORDER BY rand()
LIMIT 1";

/// The player keeps the query of the game that it plays.
struct Random(&'static str);

impl Player for Random {
    fn about() -> About {
        About::new("Random", env!("CARGO_PKG_VERSION"))
            .author("the authors of Othello Host")
            .line("any of the legal cells")
            .license(env!("CARGO_PKG_LICENSE"))
            .plays(Plays::game("othello"))
            .plays(Plays::game("reversi"))
            .plays(Plays::game("tictactoe"))
    }

    fn new(game: &Game) -> Self {
        Random(match game.game.as_str() {
            "reversi" => LEGAL_IN_REVERSI,
            "tictactoe" => FREE_IN_TIC_TAC_TOE,
            _ => LEGAL,
        })
    }

    fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
        self.0
    }
}

export_player!(Random);
