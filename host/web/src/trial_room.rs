//! How much room the contests have in which visitors from elsewhere try their bots: a number of them for each person, and
//! so many bytes for all, of which nobody takes away those of others who has most.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use othello_store::Hold;

use crate::owner::Owner;
use crate::trial_games::OWNER;

/// So many such contests are kept of one who visits from elsewhere, and of all of them together.
const MOST_OF_A_PERSON: usize = 20;
const MOST_OF_PERSONS: usize = 400;
/// So many MiB the file of one may have, and so many bytes those of all together: what a query says beside its cell is
/// kept with each move, and may be much.
pub(crate) const LARGEST: u32 = 64;
const MOST_BYTES: u64 = 4 << 30;

/// A contest of somebody's.
struct Kept {
    /// The file in which its owner stands.
    file: PathBuf,
    key: String,
    began: Option<SystemTime>,
    bytes: u64,
}

/// Sees to it that there is room for one more contest of this owner's: where they have many, their oldest goes, and where
/// all together are too large, the oldest of whoever has most.
pub(crate) fn make_room(folder: &Path, owner: &Owner) -> Result<(), String> {
    make_room_among(folder, owner, MOST_BYTES)
}

fn make_room_among(folder: &Path, owner: &Owner, most: u64) -> Result<(), String> {
    let Owner::Person(key) = owner else { return Ok(()) };
    let mut all = kept(folder);
    let of = |all: &[Kept], key: &str| all.iter().filter(|one| one.key == key).count();
    while of(&all, key) >= MOST_OF_A_PERSON && forget_oldest(&mut all, key) {}
    let bytes = |all: &[Kept]| all.iter().map(|one| one.bytes).sum::<u64>();
    while bytes(&all) + (u64::from(LARGEST) << 20) > most {
        let of_one =
            |key: &str| all.iter().filter(|one| one.key == key).map(|one| one.bytes).sum::<u64>();
        let largest = all.iter().map(|one| &one.key).max_by_key(|key| of_one(key)).cloned();
        if !largest.is_some_and(|key| forget_oldest(&mut all, &key)) {
            break;
        }
    }
    if all.len() >= MOST_OF_PERSONS || bytes(&all) + (u64::from(LARGEST) << 20) > most {
        return Err("there is no room for more trials on this host".to_owned());
    }
    Ok(())
}

/// The contests of visitors, the oldest first.
fn kept(folder: &Path) -> Vec<Kept> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| (entry.path(), entry.metadata().ok()));
    let files: Vec<_> = files.collect();
    let owners = files.iter().filter(|(path, _)| path.extension().is_some_and(|it| it == OWNER));
    let mut all: Vec<Kept> = owners
        .map(|(file, found)| {
            let is_of_it = |path: &Path| path.file_stem() == file.file_stem();
            let its = files.iter().filter(|(path, _)| is_of_it(path));
            Kept {
                file: file.clone(),
                key: fs::read_to_string(file).unwrap_or_default().trim().to_owned(),
                began: found.as_ref().and_then(|found| found.modified().ok()),
                bytes: its.filter_map(|(_, found)| Some(found.as_ref()?.len())).sum(),
            }
        })
        .collect();
    all.sort_by_key(|one| one.began);
    all
}

/// Forgets the oldest contest of somebody that is not being played. Says whether there was one.
fn forget_oldest(all: &mut Vec<Kept>, key: &str) -> bool {
    let is_over = |one: &Kept| one.key == key && !Hold::is_taken(&one.file.with_extension("db"));
    let Some(at) = all.iter().position(is_over) else { return false };
    forget(&all.remove(at).file);
    true
}

/// Removes a contest with all that lies beside its file.
fn forget(owner_file: &Path) {
    let (Some(folder), Some(name)) = (owner_file.parent(), owner_file.file_stem()) else { return };
    let beside = format!("{}.", name.to_string_lossy());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&beside) {
            // What can't be removed now is found the next time, but for the last file.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;
    use crate::trial_games::claim_trial;

    #[test]
    fn the_oldest_contest_of_one_who_has_many_goes_and_nobody_elses() {
        let folder = tempfile::tempdir().unwrap();
        let (ann, bob) = (Owner::Person("a".repeat(32)), Owner::Person("b".repeat(32)));
        let start = |owner: &Owner, name: &str| {
            make_room(folder.path(), owner).unwrap();
            claim_trial(folder.path(), name, owner).unwrap();
            for ending in ["db", "db-wal"] {
                fs::write(folder.path().join(format!("{name}.{ending}")), "").unwrap();
            }
        };
        start(&bob, "trial-bob");
        for number in 0..30 {
            start(&ann, &format!("trial-ann-{number}"));
            // Files are told apart by when they were written.
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let is_there = |name: &str| {
            ["db", "db-wal", "owner"]
                .map(|ending| folder.path().join(format!("{name}.{ending}")))
                .iter()
                .filter(|file| file.exists())
                .count()
        };
        assert_eq!((is_there("trial-bob"), is_there("trial-ann-29")), (3, 3));
        let kept = (0..30).filter(|number| is_there(&format!("trial-ann-{number}")) == 3).count();
        assert_eq!((kept, is_there("trial-ann-9")), (MOST_OF_A_PERSON, 0));
    }

    #[test]
    fn where_all_are_too_large_the_oldest_of_whoever_has_most_goes() {
        let folder = tempfile::tempdir().unwrap();
        let (ann, bob) = (Owner::Person("a".repeat(32)), Owner::Person("b".repeat(32)));
        let most = 10 << 30;
        let start = |owner: &Owner, name: &str, bytes: u64| {
            let made = make_room_among(folder.path(), owner, most);
            claim_trial(folder.path(), name, owner).unwrap();
            fs::File::create(folder.path().join(format!("{name}.db")))
                .unwrap()
                .set_len(bytes)
                .unwrap();
            std::thread::sleep(std::time::Duration::from_millis(5));
            made
        };
        start(&bob, "trial-bob", 1 << 30).unwrap();
        for number in 0..15 {
            start(&ann, &format!("trial-ann-{number}"), 2 << 30).unwrap();
        }
        start(&bob, "trial-bob-2", 1 << 30).unwrap();
        let is_there = |name: &str| folder.path().join(format!("{name}.db")).exists();
        assert!(is_there("trial-bob") && is_there("trial-bob-2") && is_there("trial-ann-14"));
        assert!(!is_there("trial-ann-9"));
        let held = Hold::take(&folder.path().join("trial-ann-14.db")).unwrap();
        assert!(make_room_among(folder.path(), &bob, 1 << 30).is_err(), "one is being played");
        drop(held);
    }
}
