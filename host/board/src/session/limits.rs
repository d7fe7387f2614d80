//! What one query may use: time, memory, rows and bytes; and the seed of its chance.

use std::time::{Duration, Instant};

/// What a player's query may hold in memory.
const PLAYER_MEMORY: usize = 64 << 20;
/// How many records a player's query may give. One is wanted; more are read to say how many came.
const PLAYER_ROWS: usize = 10_000;
/// How many bytes a player's result may have.
const PLAYER_BYTES: usize = 16 << 20;
/// What the host's own queries may hold: a board of 256 cells needs far less.
const HOST_MEMORY: usize = 256 << 20;
/// How long the host waits for a query of its own.
const HOST_TIME: Duration = Duration::from_secs(60);

/// What one query may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// When it must have ended.
    pub deadline: Option<Instant>,
    /// How many bytes it may hold while it runs.
    pub memory: usize,
    /// How many rows it may return.
    pub rows: usize,
    /// How many bytes its result may have.
    pub bytes: usize,
    /// What `rand()` and `randomUUID()` draw from, where the engine lets the host say.
    pub seed: u64,
}

impl Limits {
    /// The limits of a player's query.
    #[must_use]
    pub fn for_a_player(deadline: Option<Instant>, seed: u64) -> Limits {
        Limits { deadline, memory: PLAYER_MEMORY, rows: PLAYER_ROWS, bytes: PLAYER_BYTES, seed }
    }

    /// The limits of the host's own queries, from now on.
    #[must_use]
    pub fn for_the_host() -> Limits {
        Limits {
            deadline: Some(Instant::now() + HOST_TIME),
            memory: HOST_MEMORY,
            rows: PLAYER_ROWS,
            bytes: HOST_MEMORY,
            seed: 0,
        }
    }
}
