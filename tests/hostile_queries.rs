//! Queries that mean harm, each sent by a player of the real binary: every one loses its game for the right
//! reason, and the games after it are as they should be, also in the same host. Prints a table.

mod large;
mod reading;
mod runaways;
mod unusual;
mod verdicts;
mod writes;

use std::time::Instant;

use verdicts::{TIME, TOO_BIG};

use crate::common::{Ran, World};
use othello_test_support::all_are_wanted;
use othello_test_support::neo4j::shared;

/// How many seconds a player has for a move, the first included: time enough on any machine, and less for those
/// that never end.
const LIMIT: &str = "30";
const SHORT: &str = "0.1";

/// Those that a real Neo4j gets to see, since the front end lets them through, and that it ends alike.
const FOR_A_SERVER: &[&str] = &[
    "multiplies rows without end",
    "walks every path of the board",
    "keeps a list of everything",
    "divides by zero",
    "returns nothing",
    "returns two cells",
    "makes up a cell",
    "returns a cell in a list",
    "returns a relationship",
    "returns a path",
];

/// Every query in a file of its own: what it is, the file, and why it loses.
fn players(world: &World) -> Vec<(&'static str, String, &'static str)> {
    let tables =
        [writes::QUERIES, reading::QUERIES, runaways::QUERIES, runaways::VALUES, unusual::QUERIES];
    let written = tables.concat().into_iter();
    let written = written.map(|(name, query, reason)| (name, query.to_owned(), reason));
    let file = |(number, (name, query, reason)): (usize, (&'static str, String, &'static str))| {
        let text = format!("// Bad {number}\n{query}");
        (name, world.file(&format!("bad{number}.cypher"), &text), reason)
    };
    written.chain(large::made()).enumerate().map(file).collect()
}

/// Plays each of them, and fails with those that do not end as they should.
#[track_caller]
fn all_lose(world: &World, players: &[(&'static str, String, &'static str)], place: &[&str]) {
    println!("{:44} {:>7}  verdict", "query", "ms");
    let wrong =
        players.iter().filter(|(name, spec, reason)| !is_right(world, name, spec, reason, place));
    let wrong: Vec<_> = wrong.map(|(name, ..)| *name).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn every_query_that_means_harm_loses_for_the_right_reason_and_the_next_game_is_a_normal_one() {
    let world = World::new();
    // In a contest all of them play in any case, which takes no process each.
    let all = all_are_wanted("most hostile queries, each in a host of its own");
    let numbered = players(&world).into_iter().enumerate();
    let mut players: Vec<_> =
        numbered.filter(|(number, _)| all || number % 5 == 0).map(|(_, player)| player).collect();
    let long =
        world.program("Long", "printf 'RETURN '; head -c 10000000 /dev/zero | tr '\\0' x; echo");
    players.push(("is a text of 10 MB", long, TOO_BIG));
    all_lose(&world, &players, &[]);
}

/// Plays a game of the bad player and one of good ones, and prints a line of the table.
fn is_right(world: &World, name: &str, bad: &str, reason: &str, place: &[&str]) -> bool {
    let limit = if reason.contains(TIME) { SHORT } else { LIMIT };
    let args = ["Simple", "--seed", "1", "--api-key", "sk-secret-1", "--time-limit", limit];
    let begun = Instant::now();
    let args = [&[bad], &args[..], &["--first-move-limit", limit], place].concat();
    let ran = world.run(&args);
    let took = begun.elapsed();
    let said = verdict(&ran);
    println!("{name:44} {:7.1}  {said}", took.as_secs_f64() * 1e3);
    let mut wrong = Vec::new();
    let is_it = reason.split('|').any(|reason| said.contains(&format!("loses by {reason}")));
    if !is_it || ran.code != Some(0) || ran.out != "Simple\n" {
        wrong.push(format!("expected {reason:?}: {:?} {} {}", ran.code, ran.out, ran.err));
    }
    if ran.err.contains("sk-secret") {
        wrong.push("it shows the key".to_owned());
    }
    let normal = [&["Simple", "Random", "--seed", "1", "-q", "--size", "4"], place].concat();
    let after = world.run(&normal);
    if after.code != Some(0) || !after.err.is_empty() {
        wrong.push(format!("no normal game after it: {}", after.err));
    }
    wrong.iter().for_each(|wrong| println!("  FAILED: {wrong}"));
    wrong.is_empty()
}

/// The line that says why it lost, as far as a table has room.
fn verdict(ran: &Ran) -> String {
    let line = ran.err.lines().find(|line| line.contains(" loses by ")).unwrap_or(&ran.err);
    line.chars().take(110).collect()
}

#[test]
fn all_of_them_lose_both_games_of_a_contest_in_one_host() {
    let world = World::new();
    let players = players(&world);
    let contest = ["tournament", "--kind", "gauntlet", "--games", "2", "--openings", "none"];
    // Their own clocks are short. Whom they meet has time enough on any machine.
    let limits = ["--size", "6", "--time-limit", LIMIT, "--first-move-limit", LIMIT, "Simple"];
    let bad: Vec<_> = players.iter().map(|(_, spec, _)| format!("{spec}:clock={SHORT}s")).collect();
    let bad = bad.iter().map(String::as_str);
    let ran = world.run(contest.into_iter().chain(limits).chain(bad).chain(["Random"])).exits(0);
    // Among the columns: games, points, and how many of them that is in percent.
    let lost = ran.out.lines().filter(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.get(1) == Some(&"Bad") && words.windows(3).any(|three| three == ["2", "0.0", "0.0"])
    });
    assert_eq!(lost.count(), players.len(), "{}{}", ran.out, ran.err);
}

#[test]
fn a_real_server_ends_those_alike_that_the_front_end_lets_through() {
    let Some(server) = shared() else { return };
    let world = World::new();
    let place = [
        "--uri",
        &server.uri,
        "--user",
        &server.user,
        "--password",
        &server.password,
        "--database",
        &server.database,
    ];
    let players = players(&world).into_iter().filter(|(name, ..)| FOR_A_SERVER.contains(name));
    all_lose(&world, &players.collect::<Vec<_>>(), &place);
}
