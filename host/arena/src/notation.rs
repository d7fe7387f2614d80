//! Games that were kept, played again: as boards to look at, and as other programs' formats take them, with a
//! position to begin with, legal moves and a result.

use othello_board::View;
use othello_rules::records::{self, GameResult};
use othello_rules::{Colour, Game, Move};
use othello_store::{Ending, GameSummary};

use crate::game_position::GamePosition;
use crate::game_setup::GameSetup;

/// A game that was kept, as other programs' formats take it.
///
/// # Errors
/// Where its moves are no game of Othello or Reversi.
pub fn notation(kept: &GameSummary) -> Result<records::Record, String> {
    let game = replayed(kept)?;
    let full = kept.size * kept.size;
    let result = match &kept.ending {
        Ending::Void { .. } => None,
        Ending::Played { .. } => Some(GameResult::counted(&game)),
        Ending::Forfeit { by, word, .. } => Some(GameResult {
            margin: if *by == Colour::Black { -full.cast_signed() } else { full.cast_signed() },
            ending: match word.as_str() {
                "time-out" => records::Ending::TimedOut,
                _ => records::Ending::Resigned,
            },
        }),
    };
    Ok(records::Record { players: kept.names.clone(), result, ..records::Record::new(game) })
}

/// A game that was kept, by the host's own rules.
///
/// # Errors
/// Where its moves are no game of Othello or Reversi.
pub fn replayed(kept: &GameSummary) -> Result<Game, String> {
    let none = || format!("{} has no such form", kept.game);
    let initial = setup(kept)?.position().ok_or_else(none)?;
    Game::from_transcript(initial, &kept.moves).map_err(|error| error.to_string())
}

/// The board as a game began, and after each of its moves and passes, whatever game it is.
///
/// # Errors
/// Where the game is not there any more, or its moves are none of it.
pub fn views(kept: &GameSummary) -> Result<Vec<View>, String> {
    let moves = Move::sequence(&kept.moves).map_err(|error| error.to_string())?;
    Ok(GamePosition::new(setup(kept)?, moves).play()?.views())
}

/// What a game began with.
///
/// # Errors
/// Where the game is not there any more.
pub fn setup(kept: &GameSummary) -> Result<GameSetup, String> {
    let size = u8::try_from(kept.size).map_err(|error| error.to_string())?;
    GameSetup::find(&kept.game, Some(size), Some(kept.position.as_ref().unwrap_or(&kept.start)))
}
