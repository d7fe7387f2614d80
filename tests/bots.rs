//! The bots that come with the host: what each plays in fixed positions, that a seed repeats it, and that none
//! of them ever forfeits on a board that it claims to play. `OTHELLO_TEST_GAMES=1000` plays as many games on
//! each board instead of the few that fit into a test suite.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::common::World;
use othello_test_support::{all_are_wanted, assert_goldens};
use serde_json::Value;

/// The shipped players of Othello that need no word of how long they may think.
pub const BOTS: [&str; 14] = [
    "Simple",
    "Random",
    "Center",
    "Edge",
    "Edge Exclusive",
    "Top Left",
    "Bottom Right",
    "Shallow Score",
    "Minmax Score",
    "Deep Score",
    "Deep Heuristic",
    "Deep Negative Heuristic",
    "Minimax",
    "Alpha Beta",
];
/// Gets work instead of time, so that it plays a position in one way only, but for its seed, as the others do.
const CHAMPION: &str = "Champion:positions=20000";
const SHALLOW: &str =
    "Simple Random Center Edge Edge-Exclusive Top-Left Bottom-Right Shallow-Score Minmax-Score";
const DEEP: &str = "Deep-Score Deep-Heuristic Deep-Negative-Heuristic Minimax Alpha-Beta";

/// The twenty positions are the lines of the file that begin with moves; below each stands what the bots play.
#[test]
fn each_bot_plays_in_twenty_positions_what_it_always_played() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/moves.txt");
    let golden = fs::read_to_string(&file).unwrap();
    let positions: Vec<&str> =
        golden.lines().filter(|line| !line.is_empty() && !line.starts_with(' ')).collect();
    assert_eq!(positions.len(), 20);
    let world = World::new();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut told = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = positions.get(number) else { return told };
            let mut text = format!("{position}\n");
            for bot in BOTS.iter().chain(&[CHAMPION, "Oracle"]) {
                writeln!(text, "  {bot}: {}", choice(&world, position, bot)).unwrap();
            }
            told.push((number, text));
        }
    };
    let mut told: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    told.sort();
    let now: Vec<_> = told.into_iter().map(|(_, text)| text).collect();
    let now = now.join("\n");
    assert_goldens([(&file, now)]);
}

fn choice(world: &World, position: &str, bot: &str) -> String {
    let out =
        world.run(["query", "--json", "--seed", "1", "--position", position, bot]).exits(0).out;
    let value: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(value["move"]["legal"], true, "{bot} after {position}: {value}");
    value["move"]["square"].as_str().unwrap().to_owned()
}

/// Two games of each pair on each board, or as many as are asked for.
fn never_forfeit(bots: &str, boards: &[&str]) {
    let world = World::new();
    let games = std::env::var("OTHELLO_TEST_GAMES").unwrap_or_else(|_| "2".to_owned());
    for board in boards {
        let words =
            format!("tournament {bots} --games {games} -q --openings none --seed 5 {board}");
        let words = format!("{words} --file games.db");
        let ran = world.run(words.split_whitespace()).exits(0);
        assert!(!ran.out.contains("forfeit"), "{board}: {}", ran.out);
        fs::remove_file(world.path("games.db")).unwrap();
    }
}

#[test]
fn bots_of_one_or_two_plies_never_forfeit() {
    let boards = [
        "--size 4",
        "--size 6 --start mirrored",
        "--size 6 --game reversi --start mirrored",
        "--size 8",
    ];
    never_forfeit(SHALLOW, &boards);
    if all_are_wanted("all bots of one or two plies at Reversi on the wider boards") {
        let wider = ["--size 8 --game reversi", "--size 10 --game reversi --start mirrored"];
        never_forfeit(SHALLOW, &wider);
    }
    // The widest boards take their time; two of the bots will do.
    never_forfeit("Simple Edge-Exclusive", &["--size 12", "--size 14 --game reversi", "--size 16"]);
}

#[test]
fn bots_that_search_never_forfeit() {
    never_forfeit(DEEP, &["--size 4 --start mirrored", "--size 6 --game reversi"]);
    never_forfeit("Deep-Heuristic Champion:positions=5000 Oracle", &["--size 8"]);
}

#[test]
fn a_seed_repeats_a_game_of_bots() {
    let world = World::new();
    for players in [["Deep Heuristic", "Oracle"], ["Edge Exclusive", "Champion:positions=2000"]] {
        let play = || world.run(["--json", "--seed", "9", players[0], players[1]]).exits(0).out;
        let moves = |out: &str| {
            let end: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
            end["moves"].clone()
        };
        assert_eq!(moves(&play()), moves(&play()));
    }
}
