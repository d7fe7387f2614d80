//! How much of a worker's disk the players of others may take: what each may, what all may together, and why something
//! finds no room.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What lies on a disk beside what a pack holds: folders, and what is written down of a player.
pub(crate) const BESIDE: u64 = 64 << 10;

/// Says how many bytes a pack has unpacked, if it may have so many.
pub type Unpacked = dyn Fn(&Path, u64) -> Result<u64, String> + Send + Sync;

/// How much of its disk a worker gives to players.
#[derive(Clone)]
pub struct PackRoom {
    /// How many bytes one may have, packed and unpacked.
    pub one: u64,
    /// How many all may have together.
    pub all: u64,
    /// How many bytes lie there of a pack once it is unpacked.
    pub unpacked: Arc<Unpacked>,
}

/// Why something finds no room.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NoRoom {
    /// It has so many bytes, and one may have so many.
    Large { size: u64, most: u64 },
    /// With what else its contest needs it is more than all may have.
    Many { all: u64 },
    /// A plan that is larger than any.
    LargePlan,
    /// It can't be unpacked.
    Unfit(String),
    /// Others are in use that take all of it.
    Full { all: u64 },
    /// The disk does not take it.
    Disk(String),
}

impl NoRoom {
    /// Whether there may be room for it later.
    pub(crate) fn may_be_over(&self) -> bool {
        matches!(self, NoRoom::Full { .. } | NoRoom::Disk(_))
    }
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        match self {
            NoRoom::Large { size, most } => write!(
                f,
                "a player has {:.1} MiB, and this worker takes {:.0} MiB of one (--player-size)",
                mebibytes(*size),
                mebibytes(*most)
            ),
            NoRoom::Many { all } => write!(
                f,
                "its players take more than the {:.0} MiB that this worker keeps of players (--player-disk)",
                mebibytes(*all)
            ),
            NoRoom::LargePlan => f.write_str("its plan is larger than any"),
            NoRoom::Unfit(why) => f.write_str(why),
            NoRoom::Full { all } => write!(
                f,
                "players of others are in use that take the {:.0} MiB which this worker keeps of players \
                 (--player-disk); the end of one is waited for",
                mebibytes(*all)
            ),
            NoRoom::Disk(why) => write!(f, "a player can't be kept here: {why}; it is tried again"),
        }
    }
}

/// How many bytes are taken.
#[derive(Default)]
pub(crate) struct Ledger(AtomicU64);

/// Bytes that are taken until this goes.
pub(crate) struct Taken {
    ledger: Arc<Ledger>,
    pub bytes: u64,
}

impl Ledger {
    /// How many bytes are taken.
    pub(crate) fn taken(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    /// Takes so many, if there are so many left of all.
    pub(crate) fn take(self: &Arc<Ledger>, bytes: u64, all: u64) -> Option<Taken> {
        let take = |taken: u64| taken.checked_add(bytes).filter(|taken| *taken <= all);
        self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, take).ok()?;
        Some(Taken { ledger: Arc::clone(self), bytes })
    }
}

impl Taken {
    /// The two as one.
    pub(crate) fn with(mut self, mut other: Taken) -> Taken {
        self.bytes += std::mem::take(&mut other.bytes);
        self
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.ledger.0.fetch_sub(self.bytes, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_than_there_is_and_what_is_given_back_can_be_taken_again() {
        let ledger = Arc::<Ledger>::default();
        let one = ledger.take(60, 100).unwrap();
        assert!(ledger.take(41, 100).is_none() && ledger.take(u64::MAX, 100).is_none());
        let both = one.with(ledger.take(40, 100).unwrap());
        assert_eq!((both.bytes, ledger.taken()), (100, 100));
        drop(both);
        assert_eq!(ledger.taken(), 0);
    }

    #[test]
    fn who_finds_no_room_is_told_the_option_that_makes_more() {
        let large = NoRoom::Large { size: 80 << 20, most: 64 << 20 };
        let said = "a player has 80.0 MiB, and this worker takes 64 MiB of one (--player-size)";
        assert_eq!(large.to_string(), said);
        assert!(!large.may_be_over() && NoRoom::Full { all: 1 }.may_be_over());
    }
}
