//! The boards that workers show; nothing depends on them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use othello_arena::contest::InPlay;

use crate::message::BoardsMessage;

/// How long a worker's boards are shown after they came.
const FRESH: Duration = Duration::from_secs(5);
/// How many boards a contest shows at most.
const MOST_BOARDS: usize = 256;

/// The latest boards of each worker.
#[derive(Default)]
pub(crate) struct WorkersBoards(BTreeMap<String, (Instant, Vec<InPlay>)>);

impl WorkersBoards {
    /// Takes in what a worker shows.
    pub(crate) fn show(&mut self, message: BoardsMessage) {
        let BoardsMessage { worker, mut boards } = message;
        boards.truncate(MOST_BOARDS);
        if self.0.len() < MOST_BOARDS || self.0.contains_key(&worker) {
            self.0.insert(worker, (Instant::now(), boards));
        }
    }

    /// What is played on now.
    pub(crate) fn all(&self) -> Vec<InPlay> {
        let fresh = self.0.values().filter(|(came, _)| came.elapsed() < FRESH);
        fresh.flat_map(|(_, boards)| boards).take(MOST_BOARDS).cloned().collect()
    }
}
