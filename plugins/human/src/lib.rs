//! Human: the cell that a person chose. The host asks the person and puts the choice into the
//! query as `$x`, the column, and `$y`, the row, both from 0. It plays every game, a user's own among them.

#![forbid(unsafe_code)]

use othello_player_api::{About, Answer, Game, Player, Plays, Round, export_player};

/// The query with the pattern of the game's cells.
struct Human(String);

impl Player for Human {
    fn about() -> About {
        About::new("Human", env!("CARGO_PKG_VERSION"))
            .author("the authors of Othello Host")
            .line("a person at the board")
            .license(env!("CARGO_PKG_LICENSE"))
            .person()
            .plays(Plays::game("othello"))
            .plays(Plays::game("reversi"))
            .plays(Plays::game("tictactoe"))
    }

    fn new(game: &Game) -> Self {
        Human(format!("MATCH {} RETURN cell", game.cell.pattern("cell", "y", "x")))
    }

    fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
        &self.0
    }
}

export_player!(Human);
