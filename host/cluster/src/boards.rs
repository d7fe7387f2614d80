//! The boards that workers show; nothing depends on them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use othello_arena::contest::InPlay;

use crate::message::BoardsMessage;
use crate::text::shortened;

/// How long a worker's boards are shown after they came.
const FRESH: Duration = Duration::from_secs(5);
/// How many boards a contest shows at most, and how long what lies on one and what it says of a move may be: those who
/// look on get all of it.
const MOST_BOARDS: usize = 256;
const LONGEST_BOARD: usize = 1024;
const LONGEST_MOVE: usize = 16;

/// The latest boards of each worker.
#[derive(Default)]
pub(crate) struct WorkersBoards(BTreeMap<String, (Instant, Vec<InPlay>)>);

impl WorkersBoards {
    /// Takes in what a worker shows.
    pub(crate) fn show(&mut self, message: BoardsMessage) {
        let BoardsMessage { worker, mut boards } = message;
        boards.truncate(MOST_BOARDS);
        boards.retain(|it| {
            let last = it.last.as_ref().map_or(0, String::len);
            it.board.len() <= LONGEST_BOARD && last <= LONGEST_MOVE
        });
        for name in boards.iter_mut().flat_map(|it| [&mut it.black, &mut it.white]) {
            *name = shortened(name);
        }
        let worker = shortened(&worker);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_worker_shows_is_bounded() {
        let board = |board: String| InPlay {
            number: 1,
            black: "x".repeat(10_000),
            white: "\u{1b}[2Jv2".to_owned(),
            board,
            last: Some("c3".to_owned()),
            plies: 1,
        };
        let boards = vec![board("-".repeat(1 << 20)), board("-".repeat(64))];
        let mut shown = WorkersBoards::default();
        shown.show(BoardsMessage { worker: "w".repeat(10_000), boards });
        let all = shown.all();
        assert_eq!((all.len(), all[0].board.len(), all[0].white.as_str()), (1, 64, " [2Jv2"));
        assert!(all[0].black.len() <= 400 && shown.0.keys().all(|worker| worker.len() <= 400));
    }
}
