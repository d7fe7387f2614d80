//! A player that is built with `panic = "abort"`, so that nothing can catch its panic.

use othello_player_api::{About, Answer, Game, Player, Round, export_player};

struct Aborts;

impl Player for Aborts {
    fn about() -> About {
        About::new("Aborts", "1")
    }
    fn new(_game: &Game) -> Self {
        Aborts
    }
    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        let cells: Vec<u32> = Vec::new();
        format!("RETURN {}", cells[round.ply as usize + 7])
    }
}

export_player!(Aborts);
