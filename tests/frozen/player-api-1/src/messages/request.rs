//! What is sent to a player that is a process of its own: one message a line, each answered by
//! one line. The end of its input is the end of the game.

use super::about::About;
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

/// What a player or a library of players says of itself: one or several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Descriptions {
    /// A library of players.
    Several(Vec<About>),
    /// A player alone.
    One(Box<About>),
}

impl Descriptions {
    /// As a list.
    pub fn into_vec(self) -> Vec<About> {
        match self {
            Descriptions::Several(abouts) => abouts,
            Descriptions::One(about) => vec![*about],
        }
    }
}
