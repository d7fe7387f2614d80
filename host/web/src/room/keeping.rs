//! How much of visitors' games the history keeps: whoever plays for weeks with bots that say much is not to fill the
//! disk of the machine's user, whose own games are kept in any case.

use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::sync::Once;

use othello_store::GameRecord;

use crate::complaint::complain;

/// From this size of the history on, in bytes, games of visitors are kept without what was asked and answered in them: a
/// hundredth of the room.
const LARGE: u64 = 2 << 30;
/// From this one on none of them is.
const FULL: u64 = 3 << 30;

/// What the history keeps of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeping {
    /// All of it.
    Whole,
    /// How it went, without what was asked and answered.
    Course,
    /// Nothing.
    Nothing,
}

impl Keeping {
    /// What a history keeps of a visitor's game.
    pub fn of_visitors(history: &Path) -> Keeping {
        let mut log = history.as_os_str().to_owned();
        log.push("-wal");
        let length = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
        Keeping::at(length(history) + length(Path::new(&log)))
    }

    fn at(bytes: u64) -> Keeping {
        match bytes {
            FULL.. => Keeping::Nothing,
            LARGE.. => Keeping::Course,
            _ => Keeping::Whole,
        }
    }

    /// What is kept of this game. Whoever runs the host is told once what is not.
    pub fn part_of(self, game: &GameRecord) -> Option<Cow<'_, GameRecord>> {
        static LARGE_IS_TOLD: Once = Once::new();
        static FULL_IS_TOLD: Once = Once::new();
        let tell = |once: &Once, size: u64, what: &str| {
            once.call_once(|| {
                complain(format_args!(
                    "the history has {} GiB; {what} (\"othello-host history delete\" makes room)",
                    size >> 30
                ));
            });
        };
        match self {
            Keeping::Whole => Some(Cow::Borrowed(game)),
            Keeping::Course => {
                tell(&LARGE_IS_TOLD, LARGE, "visitors' games go into it without their queries");
                let (rounds, outputs) = Default::default();
                Some(Cow::Owned(GameRecord { rounds, outputs, ..game.clone() }))
            }
            Keeping::Nothing => {
                tell(&FULL_IS_TOLD, FULL, "visitors' games don't go into it any more");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    #[test]
    fn the_larger_a_history_is_the_less_is_kept_of_visitors_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history.db");
        assert_eq!(Keeping::of_visitors(&path), Keeping::Whole);
        let set = |name: &str, bytes| {
            fs::File::create(folder.path().join(name)).unwrap().set_len(bytes).unwrap();
        };
        set("history.db", LARGE - 1);
        assert_eq!(Keeping::of_visitors(&path), Keeping::Whole);
        set("history.db-wal", 1);
        assert_eq!(Keeping::of_visitors(&path), Keeping::Course);
        set("history.db-wal", FULL - LARGE + 1);
        assert_eq!(Keeping::of_visitors(&path), Keeping::Nothing);
    }
}
