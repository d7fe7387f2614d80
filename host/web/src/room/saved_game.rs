//! A live game as it is on disk: what a server needs to take it up again after it was restarted.

use std::fs;
use std::path::Path;
use std::time::Duration;

use othello_arena::{PlayedPosition, Ply};
use othello_rules::{ByColour, Move};
use serde::{Deserialize, Serialize};

use super::clocks::{TimeLeft, whole_milliseconds};
use super::course::Played;
use super::keys::{Identity, Keys};
use super::phase::Phase;
use super::state::{Pace, State};
use crate::common::Common;
use crate::protocol::{self, GameEnd, IllegalMove, NewGame, Round};
use crate::refusal::Refusal;

/// A live game as it is on disk.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedGame {
    /// Its name in addresses.
    pub id: String,
    /// Who may do what.
    keys: Keys,
    /// The game that was asked for.
    #[serde(alias = "wanted")]
    pub new_game: NewGame,
    /// Where everything random comes from.
    pub seed: u64,
    /// The series that it belongs to; one of its own where it was saved without.
    #[serde(default)]
    series: Option<String>,
    /// The game after it.
    #[serde(default)]
    next: Option<String>,
    /// Everything that was played.
    plies: Vec<SavedPly>,
    /// Whether the game goes on by itself, and after which wait in milliseconds.
    pace: (bool, u64),
    /// Whether queries are hidden.
    #[serde(alias = "hide")]
    pub hide_queries: bool,
    /// How it ended.
    end: Option<GameEnd>,
    illegal: Option<IllegalMove>,
    /// What was asked since the last ply.
    rounds: Vec<Common<Round>>,
}

#[derive(Serialize, Deserialize)]
struct SavedPly {
    ply: protocol::Move,
    /// What was left on the clocks, Black's first.
    left_ms: [Option<u64>; 2],
    rounds: Vec<Common<Round>>,
}

impl SavedGame {
    /// The saved games of a folder. One that can't be read is left alone.
    pub fn all(folder: &Path) -> Vec<SavedGame> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let files = entries.flatten().map(|entry| entry.path());
        let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
        files.filter_map(|path| serde_json::from_slice(&fs::read(path).ok()?).ok()).collect()
    }

    /// A game as it is now.
    pub fn of(identity: &Identity, new_game: &NewGame, seed: u64, state: &State) -> SavedGame {
        SavedGame {
            id: identity.id.clone(),
            keys: identity.keys.clone(),
            new_game: new_game.clone(),
            seed,
            series: Some(identity.series.clone()),
            next: state.next.clone(),
            plies: state.course.plies.iter().map(SavedPly::of).collect(),
            pace: (state.pace.auto, whole_milliseconds(state.pace.delay)),
            hide_queries: state.hide_queries,
            end: state.phase.end().cloned(),
            illegal: state.illegal.clone(),
            rounds: state.course.rounds.clone(),
        }
    }

    /// What it is known by.
    pub fn identity(&self) -> Identity {
        let (id, keys) = (self.id.clone(), self.keys.clone());
        Identity { series: self.series.clone().unwrap_or_else(|| id.clone()), id, keys }
    }

    /// How fast the game goes on.
    pub fn pace(&self) -> Pace {
        Pace::new(self.pace.0, Duration::from_millis(self.pace.1))
    }

    /// The moves and passes.
    pub fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|saved| saved.ply.0).collect()
    }

    /// Takes a state back to where the game was, whose moves lead there.
    pub fn restore(self, state: &mut State, reached: PlayedPosition) -> Result<(), Refusal> {
        if reached.plies.len() != self.plies.len() {
            return Err(Refusal::wrong("the moves of a saved game do not fit its rules"));
        }
        state.course.view = reached.view().clone();
        let plies = reached.plies.into_iter().zip(self.plies);
        state.course.plies = plies.map(|(ply, saved)| saved.played(ply)).collect();
        state.course.rounds = self.rounds;
        state.illegal = self.illegal;
        state.has_begun = true;
        state.next = self.next;
        state.clocks.stand_at(state.course.time_left());
        if let Some(end) = self.end {
            state.phase = Phase::Over { end, segment_runs: false };
        }
        Ok(())
    }
}

impl SavedPly {
    fn of(played: &Played) -> SavedPly {
        let ByColour { black, white } = played.left.map(|left| left.map(whole_milliseconds));
        SavedPly {
            ply: protocol::Move(played.ply.ply),
            left_ms: [black, white],
            rounds: played.rounds.clone(),
        }
    }

    fn played(self, ply: Ply) -> Played {
        let [black, white] = self.left_ms.map(|left| left.map(Duration::from_millis));
        let left: TimeLeft = ByColour { black, white };
        Played { ply, left, rounds: self.rounds }
    }
}
