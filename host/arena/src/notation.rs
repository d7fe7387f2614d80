//! Games that were kept, as other programs' formats take them: a position to begin with, legal moves, a result.

use othello_rules::records::{self, GameResult};
use othello_rules::{Colour, Game, Position, Setup, Size, Start, Variant};
use othello_store::{Ending, GameSummary};

/// A game that was kept, as other programs' formats take it.
///
/// # Errors
/// Where its moves are no game of Othello or Reversi.
pub fn notation(kept: &GameSummary) -> Result<records::Record, String> {
    let game = Game::from_transcript(initial(kept)?, &kept.moves);
    let game = game.map_err(|error| error.to_string())?;
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

/// The position that a game began with.
fn initial(kept: &GameSummary) -> Result<Position, String> {
    let variant: Variant =
        kept.game.parse().map_err(|_| format!("{} has no such form", kept.game))?;
    if let Some(text) = &kept.position {
        let mut setup: Setup = text.parse().map_err(|error| format!("{error}"))?;
        setup.variant = variant;
        return setup.position().map_err(|error| error.to_string());
    }
    let size = Size::new(kept.size as usize).map_err(|error| error.to_string())?;
    let start = match variant {
        Variant::Othello => kept.start.parse().map_err(|error| format!("{error}"))?,
        Variant::Reversi => Start::Standard,
    };
    Ok(Position::new(variant, size, start))
}
