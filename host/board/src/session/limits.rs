//! How much one query may use: a player's, and the host's own.

use std::time::{Duration, Instant};

use othello_cypher::Limits;

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

/// The limits of a player's query, from reading its text to its last record.
#[must_use]
pub fn player_limits(deadline: Option<Instant>, seed: u64) -> Limits {
    Limits {
        deadline,
        memory: PLAYER_MEMORY,
        rows: PLAYER_ROWS,
        bytes: PLAYER_BYTES,
        seed,
        ..Limits::default()
    }
}

/// The limits of the host's own queries, from now on.
#[must_use]
pub(crate) fn host_limits() -> Limits {
    Limits {
        deadline: Some(Instant::now() + HOST_TIME),
        memory: HOST_MEMORY,
        rows: PLAYER_ROWS,
        bytes: HOST_MEMORY,
        ..Limits::default()
    }
}
