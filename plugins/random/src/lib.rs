//! Random: any of the legal cells. The chance is in the query, whose `rand()` draws from the seed
//! that the host gives to each query, so a game can be repeated.

#![forbid(unsafe_code)]

use othello_player_api::{About, Answer, Game, Player, Plays, Query, Round, export_player};

/// The name of the other side's discs.
const OTHER: &str = "CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other";

/// A cell is legal where it is empty and a ray leaves it that runs over at least one disc of the
/// other side, always in one direction, and ends in a disc of one's own.
const RAY: &str = "EXISTS {
  (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
}";

/// One of the rows, by chance.
const ANY: &str = "RETURN cell\nORDER BY rand()\nLIMIT 1";

/// The query for Othello.
fn othello() -> String {
    format!("WITH {OTHER}\nMATCH (cell:Cell)\nWHERE cell.state IS NULL AND {RAY}\n{ANY}")
}

/// In Reversi the first four discs go to the four cells in the middle, and flip nothing.
fn reversi() -> String {
    format!(
        "MATCH (any:Cell)
WITH max(any.row) / 2 AS middle, count(any.state) AS discs, {OTHER}
MATCH (cell:Cell)
WHERE cell.state IS NULL AND CASE
  WHEN discs < 4 THEN cell.row IN [middle, middle + 1] AND cell.column IN [middle, middle + 1]
  ELSE {RAY}
END
{ANY}"
    )
}

/// In a game that is written in Cypher its own query says which cells are legal.
fn written(legal: &str) -> String {
    let legal = legal.trim_end().trim_end_matches(';');
    format!("CALL () {{\n{legal}\n}}\n{ANY}")
}

/// The player keeps the answer to every round of the game that it plays.
struct Random(Answer);

impl Player for Random {
    fn about() -> About {
        About::new("Random", env!("CARGO_PKG_VERSION"))
            .author("the authors of Othello Host")
            .line("any of the legal cells, in any game")
            .license(env!("CARGO_PKG_LICENSE"))
            .plays(Plays::game("othello"))
            .plays(Plays::game("reversi"))
            .plays(Plays::any())
    }

    fn new(game: &Game) -> Self {
        Random(match (&game.legal, game.game.as_str()) {
            (Some(legal), _) => Query::new(written(legal))
                .param("size", game.size)
                .param("start", game.start.as_str())
                .into(),
            (None, "reversi") => reversi().into(),
            (None, _) => othello().into(),
        })
    }

    fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
        self.0.clone()
    }
}

export_player!(Random);
