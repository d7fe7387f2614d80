//! What is sent to a player that is a process of its own: one message a line, each answered by
//! one line. The end of its input is the end of the game.

use super::game::Game;
use super::round::Round;
use serde::{Deserialize, Serialize};

/// A message to a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Request {
    /// Answered by what the player says of itself: one [`About`](crate::About) or a list.
    Describe {
        /// The version of the protocol that the host speaks, 1.
        #[serde(default)]
        api: u32,
    },
    /// A game begins. Answered by `{}`, or by `{"error": "..."}`.
    Create(Game),
    /// Which cell? Answered by an [`Answer`](crate::Answer).
    Round(Round),
}
