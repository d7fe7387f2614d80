//! A contest of strangers who mean harm: a thousand games in which each of them meets every other and one honest player.
//! Whatever they try is a result of the game.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::{World, processes_with, wait_until};
use othello_test_support::all_are_wanted;

/// What a tenth of the attempts of the hostile suite makes, as libraries and as programs, and some that do not answer
/// as they should.
const LIBRARIES: usize = 15;
const PROGRAMS: usize = 3;
const ACTS: [&str; 4] =
    ["segfaults", "floods_its_errors", "replies_with_two_lines", "thinks_on_the_others_time"];
const HONEST: &str = "Simple";

fn hostile(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/hostile").join(folder)
}

fn build(world: &World, source: &Path, name: &str, flags: &[&str]) -> String {
    let file = world.path(&format!("{name}.so"));
    let mut command = Command::new("cc");
    command.args(["-O1", "-fPIC", "-w", "-pthread", "-o"]).arg(&file).args(flags);
    command.arg(format!("-DOWN_FILE=\"{}\"", file.display()));
    // No host in particular is meant: this test is the nearest.
    command.arg(format!("-DHOST={}", std::process::id()));
    command.arg("-I").arg(hostile("../../player-api/include")).arg("-I").arg(hostile("acts"));
    assert!(command.arg(source).status().unwrap().success(), "cc cannot build {name}");
    file.display().to_string()
}

/// The attackers as the command line names them.
fn attackers(world: &World) -> Vec<String> {
    let sources = fs::read_dir(hostile("attempts")).unwrap().flatten();
    let mut attempts: Vec<_> = sources.map(|source| source.path()).collect();
    attempts.retain(|source| source.extension().is_some_and(|it| it == "c"));
    attempts.sort();
    let apart = attempts.len() / (LIBRARIES + PROGRAMS);
    let chosen = attempts.iter().step_by(apart).take(LIBRARIES + PROGRAMS);
    let attempts = chosen.enumerate().map(|(number, source)| {
        let name = source.file_stem().unwrap().to_str().unwrap();
        if number < LIBRARIES {
            format!("{name}={}", build(world, source, name, &["-shared"]))
        } else {
            format!("{name}=cypher:{}", build(world, source, name, &["-DAS_PROGRAM"]))
        }
    });
    let acts = ACTS.iter().map(|name| {
        let source = hostile("acts").join(format!("{name}.c"));
        format!("{name}={}", build(world, &source, name, &["-shared"]))
    });
    attempts.chain(acts).collect()
}

#[test]
fn a_thousand_games_of_strangers_who_mean_harm_cost_nobody_else_anything() {
    if !all_are_wanted("a contest of a thousand games of hostile players") {
        return;
    }
    let world = World::new();
    let mut players = attackers(&world);
    players.push(HONEST.to_owned());
    let file = world.path("contest.db").display().to_string();
    let options = ["--games", "4", "--size", "4", "--openings", "random:2", "--seed", "1"];
    let limits = ["--first-move-limit", "2s", "--time-limit", "2", "--file", &file, "--json"];
    let args = ["tournament"].into_iter().chain(players.iter().map(String::as_str));
    let ran = world.run(args.chain(options).chain(limits)).exits(0);

    let events = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let games: Vec<Value> = events.filter(|event| event["event"] == "game").collect();
    assert_eq!(games.len(), players.len() * (players.len() - 1) / 2 * 4);
    // None is void, and whoever tried something has lost by it.
    for game in &games {
        let [black, white, winner] = ["black", "white", "winner"].map(|name| game[name].as_str());
        assert!(winner.is_some() && game["forfeit"].is_string(), "{game}");
        let has_honest = [black, white].contains(&Some(HONEST));
        assert!(!has_honest || winner == Some(HONEST), "{game}");
    }
    wait_until("nothing of them is left", || {
        processes_with(&world.path("").display().to_string()).is_empty()
    });
}
