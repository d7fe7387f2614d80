//! A game with all that it follows from beside the event's rules: whoever has those can play it, here or elsewhere.

use std::path::PathBuf;
use std::time::Duration;

use othello_arena::contest::{Entrant, GameJob};
use othello_players::Contestant;
use othello_store::PlayerRecord;

use crate::version::VersionId;

/// A game to be played.
#[derive(Clone, Debug)]
pub struct GameTask {
    /// Its number, its opening, and who of the two has which colour.
    pub job: GameJob,
    /// Who plays.
    pub players: [VersionPlayer; 2],
    /// How long each position stands there for those who watch, beside all clocks.
    pub show: Duration,
    /// No other game that was handed out in this host's time has this number.
    pub serial: u32,
}

/// The player that a version is.
#[derive(Clone, Debug)]
pub struct VersionPlayer {
    /// Which version.
    pub version: VersionId,
    /// The player, under the name of its author.
    pub contestant: Contestant,
    /// The pack that it came in, if it came in one.
    pub archive: Option<PathBuf>,
}

/// Why a game can't be played.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle {
    /// In words, for whoever runs the host.
    pub why: String,
    /// The version that can't be made ready, where it is one's fault.
    pub version: Option<VersionId>,
}

impl Obstacle {
    /// That is no version's fault.
    pub fn of_nobody(why: String) -> Obstacle {
        Obstacle { why, version: None }
    }
}

impl VersionPlayer {
    /// What a plan has of it, under this name.
    #[must_use]
    pub fn entrant(&self, name: &str) -> Entrant {
        Entrant::new(name, name, &self.record(), None)
    }

    /// What is kept of it in a game's record; all else is in the ladder's file.
    #[must_use]
    pub fn record(&self) -> PlayerRecord {
        PlayerRecord { name: self.contestant.name.clone(), ..PlayerRecord::default() }
    }
}
