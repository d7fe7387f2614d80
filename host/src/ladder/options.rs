//! What the user asked of a ladder.

use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use othello_arena::GameSetup;
use othello_cluster::Server;
use othello_ladder::{FinalFormat, StandsWith};

use crate::players::Players;

/// How the ladder is to be run. What an event is played by is kept in its file, and holds for all of it.
pub struct LadderOptions {
    pub title: Option<String>,
    pub setup: GameSetup,
    pub minutes: Option<u32>,
    pub starts_in: Option<u32>,
    pub address: SocketAddr,
    pub names: Vec<String>,
    pub file: Option<PathBuf>,
    pub per_move: Duration,
    pub per_game: Duration,
    pub blind_only: bool,
    pub allow_code: bool,
    pub stands_with: StandsWith,
    pub final_format: FinalFormat,
    pub bosses: Vec<String>,
    pub concurrency: Option<NonZero<usize>>,
    /// The server whose workers play.
    pub over: Option<LadderOver>,
    pub new_organiser_link: bool,
    pub lessons: Option<PathBuf>,
    pub players: Players,
}

/// By whom a ladder's games are played, where this machine does not.
pub struct LadderOver {
    /// The server of the workers.
    pub server: Server,
    /// By how much a worker's machine may be slower than this one.
    pub slowest: f64,
}
