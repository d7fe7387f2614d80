//! A contest takes no more memory however long it is: what is held of four times as many games is the same.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

#[path = "../../cypher/tests/counting/mod.rs"]
mod counting;
#[path = "../benches/instant/mod.rs"]
mod instant;

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use counting::{Counting, most_held};
use instant::InstantWorkers;
use othello_arena::contest::schedule::Format;
use othello_arena::contest::{Contest, ContestFile, Plan};
use othello_arena::ratings::{Model, Sprt};

#[global_allocator]
static COUNTING: Counting = Counting;

/// Tables of what is out are doubled now and then.
const ALLOWED: usize = 16 << 10;

/// The most that was held while a contest of so many games was played from its first one to its tables.
fn most_held_of(plan: &Plan, games: u64) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { pairs: games / 2, ..plan.clone() };
    let (progress, _) = channel();
    let (closing, held) = most_held(|| {
        let file = ContestFile::create(&folder.path().join("long.db"), plan).unwrap();
        let stop = AtomicBool::new(false);
        let mut workers = InstantWorkers::new(1, |_| {});
        Contest { file, stop: &stop }.run(&mut workers, &progress).unwrap()
    });
    assert!(closing.over && closing.standings.games >= games);
    assert_eq!(closing.standings.repeats().different, closing.standings.games);
    held
}

#[test]
fn a_contest_of_four_times_as_many_games_holds_no_more() {
    let sprt = Sprt::new(Model::Logistic, [-5.0, 5.0], [0.05, 0.05]).unwrap();
    let plan = instant::plan(1);
    let tested = Plan { sprt: Some(sprt), ..plan.clone() };
    let swiss = Plan { format: Format::Swiss { rounds: 1 }, ..plan.clone() };
    let knockout = Plan { format: Format::Knockout, ..plan.clone() };
    for (plan, games) in [
        (&plan, [4_000, 16_000]),
        (&tested, [1_000, 4_000]),
        (&swiss, [2_000, 8_000]),
        (&knockout, [2_000, 8_000]),
    ] {
        let [short, long] = games.map(|games| most_held_of(plan, games));
        assert!(long <= short + ALLOWED, "{games:?} games hold {short} and {long} bytes");
    }
}
