//! The lessons that a ladder serves, as the binary hands them over.

use othello_players::{Finder, Runner};

use crate::games::Games;

/// The lessons of a ladder, with what their boards and bosses need.
pub struct Course {
    /// The steps.
    pub path: othello_learn::Path,
    /// The games on whose boards queries are tried.
    pub games: Games,
    /// Finds the bosses.
    pub finder: Finder,
    /// Starts them.
    pub runner: Runner,
}
