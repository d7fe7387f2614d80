//! The trait that a player written in Rust implements.

use crate::messages::about::About;
use crate::messages::answer::Answer;
use crate::messages::game::Game;
use crate::messages::round::Round;

/// A player: what answers the question "which cell?" with a Cypher query.
///
/// An instance is created for one game and lives until its end, in a process of its own.
pub trait Player: 'static {
    /// What the player says of itself. It is asked without any instance, and says always the same.
    fn about() -> About
    where
        Self: Sized;

    /// Begins a game.
    fn new(game: &Game) -> Self
    where
        Self: Sized;

    /// Begins a game where it can; the error says why not. This is what the host asks for. A player that may be given what
    /// it can't use, such as a [file](Game::files) with something else in it, says so here: then the user hears of it
    /// before a game is lost by it.
    ///
    /// # Errors
    /// Why no game can begin, as the user reads it.
    fn try_new(game: &Game) -> Result<Self, String>
    where
        Self: Sized,
    {
        Ok(Self::new(game))
    }

    /// Answers a round. A text is a query; [`Query`](crate::Query) has parameters as well, and
    /// [`Answer`] also resigns.
    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer>;
}
