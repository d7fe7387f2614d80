//! One question to one player.

use super::flag::is_false;
use super::game::{Game, Options, Symbol, option};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One question to one player: which cell? It repeats what the game is, so that a player which
/// keeps nothing between its rounds needs nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Round {
    /// The game's name, as in [`Game::game`].
    pub game: String,
    /// Rows and columns of the board.
    pub size: u32,
    /// How the game began, as in [`Game::start`].
    pub start: String,
    /// The player's own side.
    pub symbol: Symbol,
    /// How many moves and passes of both sides came before this round.
    pub ply: u32,
    /// A seed for everything random in this round, below 2^53.
    pub seed: u64,
    /// The player's options, with the defaults of those not given.
    #[serde(skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// The time for the answer and its query together, in milliseconds. Absent: no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// What is left on the player's clock, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// What is left on the other side's clock, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent_clock_ms: Option<u64>,
    /// What each move adds to the clock, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// Whether somebody wants to see the player's thinking.
    #[serde(skip_serializing_if = "is_false")]
    pub show_thinking: bool,
    /// For an open player: the board row by row, `X`, `O` and `-`, without line ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// For an open player: all moves so far, such as `f5`, a pass being `--`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
}

impl Default for Round {
    fn default() -> Self {
        Round::of(&Game::default())
    }
}

impl Round {
    /// The first round of a game, without position, moves and clocks.
    pub fn of(game: &Game) -> Self {
        Round {
            game: game.game.clone(),
            size: game.size,
            start: game.start.clone(),
            symbol: game.symbol,
            ply: 0,
            seed: game.seed,
            options: game.options.clone(),
            time_ms: None,
            clock_ms: None,
            opponent_clock_ms: None,
            increment_ms: game.increment_ms,
            show_thinking: game.show_thinking,
            position: None,
            moves: None,
        }
    }

    /// The time for the answer and its query together, where there is a limit.
    pub fn time(&self) -> Option<Duration> {
        self.time_ms.map(Duration::from_millis)
    }

    /// An option's value, where it is there and of that type.
    pub fn option<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        option(&self.options, name)
    }
}
