//! What everybody sees, made once for all who ask within a moment: watchers cost the games nothing.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use othello_ladder::Desk;

use super::shown::{example, ladder_shown};
use crate::compression::packed;

/// How long what was made is new.
const FRESH: Duration = Duration::from_millis(400);

/// What everybody sees.
#[derive(Default)]
pub(super) struct Snapshot(Mutex<Option<Made>>);

/// What everybody sees, as it was made once.
#[derive(Clone)]
pub(super) struct Made {
    at: Instant,
    /// As JSON.
    pub body: Bytes,
    /// The same compressed, where that is shorter.
    pub packed: Option<Bytes>,
    /// Tells it from others.
    pub tag: String,
}

impl Snapshot {
    /// What was made a moment ago.
    pub fn fresh(&self) -> Option<Made> {
        let made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        made.clone().filter(|made| made.at.elapsed() < FRESH)
    }

    /// Makes it anew, unless somebody else has meanwhile.
    pub fn make(&self, desk: &Arc<Desk>) -> Result<Made, serde_json::Error> {
        // Whoever comes at the same time waits for this one rather than doing the same.
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = made.clone().filter(|made| made.at.elapsed() < FRESH) {
            return Ok(there);
        }
        let boards = desk.boards();
        let example = desk.look(example);
        let example = example.and_then(|version| desk.archive().text(version).ok().flatten());
        let shown = desk.look(|ladder| ladder_shown(ladder, example, boards));
        let tag = format!("\"{:016x}\"", fingerprint(&serde_json::to_vec(&shown.without_clock())?));
        let body = Bytes::from(serde_json::to_vec(&shown)?);
        let packed = packed(&body).map(Bytes::from);
        Ok(made.insert(Made { at: Instant::now(), body, packed, tag }).clone())
    }
}

/// Tells states of the ladder apart (FNV-1a).
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
