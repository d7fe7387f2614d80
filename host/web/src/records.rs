//! Games as texts, for other programs: the moves alone, or GGF where that has a place for the game.

use othello_arena::GameSetup;
use othello_rules::records::{Record, ggf};
use othello_rules::{ByColour, Colour, Game, Move};

use crate::refusal::Refusal;

/// A game in one of the forms that every game can be written in.
pub(crate) fn as_record(
    format: &str,
    setup: &GameSetup,
    moves: &[Move],
    names: &ByColour<String>,
) -> Result<String, Refusal> {
    match format {
        "transcript" => Ok(moves.iter().map(ToString::to_string).collect()),
        "ggf" => {
            let none = || Refusal::wrong(format!("GGF has no place for {}", setup.game));
            let mut game = Game::from_position(setup.position().ok_or_else(none)?);
            for &ply in moves {
                game.play(ply).map_err(Refusal::broken)?;
            }
            let mut record = Record::new(game);
            for colour in Colour::ALL {
                record.players[colour].clone_from(&names[colour]);
            }
            Ok(ggf::write(&record))
        }
        other => {
            let why = format!("no format {other:?}; there are transcript, ggf and json");
            Err(Refusal::wrong(why))
        }
    }
}
