//! What the threads of one search tell each other: at which positions they are, so that the others begin with something
//! else, and that the search is over. Whatever they find they tell by the tables, which they share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::board::Board;

/// How many positions can be told of at once; two that fall together cost some work that is done twice.
const PLACES: usize = 1 << 12;

/// The threads of a search. By default there is one, which tells nobody anything.
#[derive(Clone, Debug, Default)]
pub struct Team {
    shared: Option<Arc<Shared>>,
}

#[derive(Debug)]
struct Shared {
    /// The keys of the positions at which somebody is; zero where a place is free.
    places: Vec<AtomicU64>,
    is_over: AtomicBool,
}

/// A position at which this thread is, as the others know of it.
#[derive(Debug)]
pub struct Visit {
    place: Option<usize>,
}

impl Team {
    /// A team of so many.
    #[must_use]
    pub fn of(threads: u32) -> Team {
        let shared = || Shared {
            places: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
            is_over: AtomicBool::new(false),
        };
        Team { shared: (threads > 1).then(|| Arc::new(shared())) }
    }

    /// Whether somebody is at this position to look so deep.
    #[inline(always)]
    pub fn is_at(&self, board: Board, depth: u8) -> bool {
        let Some(shared) = &self.shared else { return false };
        let key = key(board, depth);
        shared.places[place(key)].load(Ordering::Relaxed) == key
    }

    /// Tells the others where this thread is from now on, until it leaves.
    #[inline(always)]
    pub fn arrive(&self, board: Board, depth: u8) -> Visit {
        let Some(shared) = &self.shared else { return Visit { place: None } };
        let key = key(board, depth);
        let at = place(key);
        let taken =
            shared.places[at].compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed);
        Visit { place: taken.is_ok().then_some(at) }
    }

    /// Ends a visit.
    #[inline(always)]
    pub fn leave(&self, visit: Visit) {
        if let (Some(shared), Some(place)) = (&self.shared, visit.place) {
            shared.places[place].store(0, Ordering::Relaxed);
        }
    }

    /// Ends the search of all of them.
    pub fn end(&self) {
        if let Some(shared) = &self.shared {
            shared.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Whether somebody has ended it.
    pub fn is_over(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.is_over.load(Ordering::Relaxed))
    }
}

/// Never zero.
fn key(board: Board, depth: u8) -> u64 {
    (board.key() ^ u64::from(depth) << 56) | 1
}

fn place(key: u64) -> usize {
    (key >> 32) as usize % PLACES
}
