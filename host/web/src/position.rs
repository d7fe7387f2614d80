//! Positions as the page asks about them: played to on one of the games that it can name. What a position is, and how
//! it is played to, is the arena's.

use othello_arena::{GamePosition, GameSetup, PlayedPosition};
use othello_rules::Move;

use crate::games::Games;
use crate::protocol::PositionRequest;
use crate::refusal::Refusal;

impl PositionRequest {
    /// What the game begins with.
    pub fn setup(&self, games: &Games) -> Result<GameSetup, Refusal> {
        games.begin(&self.game, self.size, self.start.as_deref())
    }

    /// Plays to the position.
    pub fn play(&self, games: &Games) -> Result<PlayedPosition, Refusal> {
        let moves: Vec<Move> = self.moves.iter().map(|ply| ply.0).collect();
        play(&self.setup(games)?, &moves)
    }
}

/// Plays these moves, and past the passes behind them.
pub(crate) fn play(setup: &GameSetup, moves: &[Move]) -> Result<PlayedPosition, Refusal> {
    GamePosition::new(setup.clone(), moves.to_vec()).play_to_a_move().map_err(Refusal::wrong)
}
