//! Perfect: tic-tac-toe without a mistake. It is blind: the search through all that can still be played is
//! one Cypher query, and nothing else happens here.

#![forbid(unsafe_code)]

use othello_player_api::{About, Answer, Game, Player, Plays, Round, export_player};

struct Perfect;

impl Player for Perfect {
    fn about() -> About {
        About::new("Perfect", env!("CARGO_PKG_VERSION"))
            .author("the authors of Othello Host")
            .line("tic-tac-toe without a mistake, searched to the end in Cypher")
            .license(env!("CARGO_PKG_LICENSE"))
            .plays(Plays::game("tictactoe"))
    }

    fn new(_game: &Game) -> Self {
        Perfect
    }

    fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
        include_str!("perfect.cypher")
    }
}

export_player!(Perfect);
