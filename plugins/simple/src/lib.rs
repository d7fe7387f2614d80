//! Simple: the first legal cell that its query finds. Its class is blind: it sees no position, and
//! everything that it knows of the game is in the query.

#![forbid(unsafe_code)]

use othello_player_api::{About, Answer, Game, Player, Plays, Round, export_player};

/// A cell is legal where it is empty and a ray leaves it that runs over at least one disc of the
/// other side, always in one direction, and ends in a disc of one's own. Each pair of neighbours
/// has one relationship, and a path takes a relationship once only, so a ray can't turn back.
const LEGAL: &str = "\
WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (cell:Cell)
WHERE cell.state IS NULL AND EXISTS {
  (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
}
RETURN cell
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
LIMIT 1";

/// The player keeps the query of the game that it plays.
struct Simple(&'static str);

impl Player for Simple {
    fn about() -> About {
        About::new("Simple", env!("CARGO_PKG_VERSION"))
            .author("the authors of Othello Host")
            .line("the first legal cell that its query finds")
            .license(env!("CARGO_PKG_LICENSE"))
            .plays(Plays::game("othello"))
            .plays(Plays::game("reversi"))
    }

    fn new(game: &Game) -> Self {
        Simple(if game.game == "reversi" { LEGAL_IN_REVERSI } else { LEGAL })
    }

    fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
        self.0
    }
}

export_player!(Simple);
