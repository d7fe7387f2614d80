//! A live game on disk: what a server needs to take it up again after it was restarted. Written whole after
//! every change, beside the old one and then in its place.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use othello_rules::{ByColour, Move};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Room;
use super::holder::Keys;
use super::state::{Played, State};
use crate::place;
use crate::refusal::Refusal;
use crate::server_state::NewGame;

/// A live game as it is kept.
#[derive(Serialize, Deserialize)]
pub struct Kept {
    /// Its name in addresses.
    pub id: String,
    /// Who may do what.
    pub keys: Keys,
    /// The game that was wanted.
    pub wanted: NewGame,
    /// Where everything random comes from.
    pub seed: u64,
    /// Everything that was played.
    plies: Vec<KeptPly>,
    /// Whether the game goes on by itself, and after which wait.
    pub pace: (bool, u64),
    /// Whether queries are hidden.
    pub hide: bool,
    /// How it ended.
    end: Option<Value>,
    illegal: Option<Value>,
    /// What was asked since the last ply.
    rounds: Vec<Value>,
}

#[derive(Serialize, Deserialize)]
struct KeptPly {
    ply: String,
    left_ms: [Option<u64>; 2],
    rounds: Vec<Value>,
}

impl Kept {
    /// The kept games of a folder. One that can't be read is left alone.
    pub fn all(folder: &Path) -> Vec<Kept> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let files = entries.flatten().map(|entry| entry.path());
        let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
        files.filter_map(|path| serde_json::from_slice(&fs::read(path).ok()?).ok()).collect()
    }
}

impl Room {
    /// Keeps the game as it is. A game of the command line ends with its window and is not kept. Whoever calls
    /// this holds the state, so that an older one never comes last.
    pub(super) fn keep(&self, state: &State) {
        let (Some(folder), Some(wanted)) = (&self.server_state.live, &self.wanted) else { return };
        let kept = Kept {
            id: self.id.clone(),
            keys: self.keys.clone(),
            wanted: wanted.clone(),
            seed: self.seed.get(),
            plies: state.plies.iter().map(KeptPly::of).collect(),
            pace: (state.pace.0, whole_milliseconds(state.pace.1)),
            hide: state.hide,
            end: state.end.clone(),
            illegal: state.illegal.clone(),
            rounds: state.rounds.clone(),
        };
        if let Err(error) = write(folder, &self.id, &kept) {
            eprintln!("othello-host: {}: the game can't be kept: {error}", folder.display());
        }
    }

    /// Takes the game back to where it was when it was kept.
    pub fn restore(self: &Arc<Room>, kept: Kept) -> Result<(), Refusal> {
        let moves: Result<Vec<Move>, _> = kept.plies.iter().map(|one| one.ply.parse()).collect();
        let moves = moves.map_err(|_| Refusal::wrong("a kept move is none"))?;
        let reached = place::play(&self.setup, &moves)?;
        let mut state = self.state();
        state.view = reached.view().clone();
        state.plies = reached
            .plies
            .into_iter()
            .zip(kept.plies)
            .map(|(ply, kept)| Played { ply, left: kept.left(), rounds: kept.rounds })
            .collect();
        state.end = kept.end;
        state.illegal = kept.illegal;
        state.rounds = kept.rounds;
        state.clocks.left = state.left();
        Ok(())
    }

    /// Forgets the game.
    pub fn forget(&self) {
        if let Some(folder) = &self.server_state.live {
            // It may never have been kept.
            let _ = fs::remove_file(file(folder, &self.id));
        }
    }
}

impl KeptPly {
    fn of(played: &Played) -> KeptPly {
        let ByColour { black, white } = played.left.map(|left| left.map(whole_milliseconds));
        KeptPly {
            ply: played.ply.ply.to_string(),
            left_ms: [black, white],
            rounds: played.rounds.clone(),
        }
    }

    fn left(&self) -> ByColour<Option<Duration>> {
        let [black, white] = self.left_ms.map(|left| left.map(Duration::from_millis));
        ByColour { black, white }
    }
}

fn whole_milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.json"))
}

/// The keys of seats are in it, so nobody else may read it.
fn write(folder: &Path, id: &str, kept: &Kept) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let beside = folder.join(format!("{id}.new"));
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    serde_json::to_writer(io::BufWriter::new(options.open(&beside)?), kept)?;
    fs::rename(beside, file(folder, id))
}
