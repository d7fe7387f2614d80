//! Programs of others: what they are told of their time, what they take no note of, and what tells one from itself at another
//! level.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::common::World;
use crate::protocols::bot;

#[test]
fn a_limit_for_each_move_is_told_in_gtp_as_a_period_of_one_move() {
    let world = World::new();
    let bot = bot("gtp", "");
    let game = |limit: &str, first: &str| {
        let file = format!("{limit}.txt");
        let limits = ["--time-limit", limit, "--first-move-limit", first, "--trace", &file];
        world.run([&bot, "Simple"].into_iter().chain(limits)).exits(0);
        fs::read_to_string(world.path(&file)).unwrap()
    };
    let sent = |trace: &str, line: &str| trace.lines().filter(|one| one.ends_with(line)).count();
    let trace = game("3.9", "7");
    let once = ["time_settings 0 7 1", "time_settings 0 3 1", "time_left b 7 1"];
    assert_eq!(once.map(|line| sent(&trace, line)), [1, 1, 1], "{trace}");
    assert!(sent(&trace, "time_left b 3 1") > 20, "{trace}");
    // Less than a second is told, and is not none.
    let trace = game("0.5", "0.9");
    let once = ["time_settings 0 0.90 1", "time_settings 0 0.50 1", "time_left b 0.90 1"];
    assert_eq!(once.map(|line| sent(&trace, line)), [1, 1, 1], "{trace}");
    assert!(sent(&trace, "time_left b 0.50 1") > 20, "{trace}");
}

/// What a bot of GTP is told of its time in a game under these limits, each line as often as it comes.
fn told_of_time(habit: &str, limits: &[&str]) -> BTreeMap<String, usize> {
    let world = World::new();
    let trace = ["--trace", "trace.txt", "--first-move-limit", "1s"];
    world
        .run([&bot("gtp", habit), "Random"].into_iter().chain(trace).chain(limits.iter().copied()));
    let trace = fs::read_to_string(world.path("trace.txt")).unwrap();
    let mut told = BTreeMap::new();
    for line in trace.lines() {
        if let Some(at) = line.find("time_settings").or_else(|| line.find("time_left b")) {
            *told.entry(line[at..].to_owned()).or_default() += 1;
        }
    }
    told
}

#[test]
fn no_program_is_promised_time_in_gtp_that_it_has_not() {
    // What moves add is there once they are made.
    let told = told_of_time("", &["--game-clock", "60s+2s"]);
    assert_eq!(told["time_settings 60 0 0"], 1, "{told:?}");
    assert!(told.keys().all(|line| line.ends_with(" 0")), "{told:?}");
    // Who refuses parts of a second is told whole ones.
    let told = told_of_time("whole", &["--time-limit", "0.5"]);
    assert!(told["time_left b 0.50 1"] > 20 && told["time_left b 0 1"] > 20, "{told:?}");
    assert!(!told.contains_key("time_settings 0 0 1"), "{told:?}");
    // Of a clock and a limit of each move, what keeps within both.
    let told = told_of_time("", &["--game-clock", "1m", "--time-limit", "1s"]);
    assert_eq!(told["time_settings 0 1 1"], 1, "{told:?}");
    assert!(told["time_left b 1 1"] > 20, "{told:?}");
    let told = told_of_time("", &["--game-clock", "20s", "--time-limit", "2s"]);
    assert!(told["time_left b 8 0"] > 5, "{told:?}");
}

#[test]
fn a_program_of_nboard_that_takes_no_note_of_a_last_pass_is_told_of_it_by_itself() {
    let world = World::new();
    let bot = bot("nboard", "forgets-passes");
    let args = ["match", &bot, "Random", "--games", "20", "--seed", "5", "--json", "-q"];
    let ran = world.run(args).exits(0);
    assert!(!ran.out.contains("bad-answer"), "{}", ran.out);
}

#[test]
fn ratings_tell_a_program_from_itself_at_another_level() {
    let world = World::new();
    for (level, seed) in [("", "1"), ("chatty", "2"), ("terse", "3")] {
        world.run([&bot("gtp", level), "Simple", "--seed", seed]).exits(0);
    }
    let ratings = world.run(["ratings"]).exits(0).out;
    let commands: BTreeSet<&str> =
        ratings.split("command ").skip(1).map(|rest| &rest[..8]).collect();
    assert_eq!(commands.len(), 3, "{ratings}");
}
