//! What is found in a file of games, one after the other.

use super::known::DatedGame;

/// The games of a file, each read or wrong.
pub type Games<'a> = Box<dyn Iterator<Item = Result<DatedGame, Wrong>> + 'a>;

/// What can't be read of a file: one of its games, or something of all of it.
#[derive(Debug)]
pub enum Wrong {
    Game(String),
    File(String),
}
