//! What the page says over its connection to a game: each message at most 4 kB, and 20 in a second. `colour`
//! may be left out where the key holds one seat only.

use serde::Deserialize;

use super::board::{Colour, Square};

/// What the page says, named by `type`.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum ClientCommand {
    /// Asks for everything, from the beginning; comes first.
    Hello {
        /// The key of a seat or of the organiser; nothing for those who watch.
        key: Option<String>,
    },
    /// From the seat to move: puts a disc on a square.
    Play {
        /// How many plies the page has seen; refused where the game has gone on.
        ply: usize,
        /// Where.
        square: Square,
        /// For whom.
        #[serde(default)]
        colour: Option<Colour>,
    },
    /// From a seat: gives up.
    Resign {
        /// Which side.
        #[serde(default)]
        colour: Option<Colour>,
    },
    /// From a seat: takes back its last move and what came after, or offers it where another person plays
    /// elsewhere.
    Undo {
        /// Whose move.
        #[serde(default)]
        colour: Option<Colour>,
    },
    /// From a seat: plays again what was taken back, one move of this side and the answer.
    Redo {
        /// For whom.
        #[serde(default)]
        colour: Option<Colour>,
    },
    /// From a seat, or the organiser where no person plays: goes to another ply, as undo does.
    GoTo {
        /// The number of plies that are played there.
        plies: usize,
        /// Who asks for it.
        #[serde(default)]
        colour: Option<Colour>,
    },
    /// From the other seat: agrees to an offer, or not.
    Answer {
        /// Which offer.
        number: u64,
        /// Whether it is accepted.
        accept: bool,
    },
    /// From the organiser: one ply; the game no longer goes on by itself.
    Step,
    /// From the organiser: the game goes on by itself, or waits for steps.
    Pace {
        /// Whether it goes on by itself.
        auto: bool,
        /// How long it waits after each move, at most 60000.
        #[serde(default)]
        delay_ms: Option<u64>,
    },
    /// From the organiser: hides queries until the end, or shows them.
    Queries {
        /// Whether they are hidden.
        hide: bool,
    },
    /// From the organiser: ends the game without a result.
    Stop,
}
