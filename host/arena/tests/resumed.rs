//! A contest that was stopped in the middle of a pair goes on with the other game of it, unless its first one began
//! otherwise than the pair does now: earlier versions drew their openings in another way.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]
#![forbid(unsafe_code)]

#[path = "../benches/instant/mod.rs"]
mod instant;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;

use instant::InstantWorkers;
use othello_arena::contest::{Contest, ContestFile, Plan, Source};
use othello_rules::ByColour;
use othello_store::{GameRecord, Store};

/// How many games are played of a contest of two pairs, and how many its file has then, where one game of its first pair
/// was played with these moves.
fn played_after(moves: &str) -> (u64, usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stopped.db");
    // All games that are played here begin so.
    let openings = Source::Listed(vec!["f5d6".to_owned()]);
    drop(ContestFile::create(&path, Plan { openings, ..instant::plan(2) }).unwrap());
    let first = instant::record(0, ByColour { black: 0, white: 1 }, 1);
    Store::open(&path).unwrap().add(&GameRecord { moves: moves.to_owned(), ..first }).unwrap();
    let games = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&games);
    let mut workers =
        InstantWorkers::new(1, move |played| counted.store(played, Ordering::Relaxed));
    let (progress, _) = channel();
    let (file, stop) = (ContestFile::resume(&path).unwrap(), AtomicBool::new(false));
    let closing = Contest { file, stop: &stop }.run(&mut workers, &progress).unwrap();
    assert!(closing.over);
    assert_eq!((closing.standings.games, closing.standings.results().finished()), (4, 2));
    let mut kept = 0;
    Store::open_existing(&path).unwrap().results(None, |_| kept += 1).unwrap();
    (games.load(Ordering::Relaxed), kept)
}

#[test]
fn a_pair_is_finished_by_its_other_game_where_both_begin_alike() {
    assert_eq!(played_after("f5d6c3"), (3, 4));
}

#[test]
fn a_pair_is_played_anew_where_its_first_game_began_otherwise_and_that_game_stays_in_the_file() {
    for moves in ["d3c5", "f5f6", "f5", "", "no moves"] {
        assert_eq!(played_after(moves), (4, 5), "{moves:?}");
    }
}
