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

    /// Answers a round. A text is a query; [`Query`](crate::Query) has parameters as well, and
    /// [`Answer`] also resigns.
    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer>;
}
