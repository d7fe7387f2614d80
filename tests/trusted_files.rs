//! What files of others name is not begun, let pass or sent to on their word: the plan of a contest that goes on, and the
//! bosses of a ladder. What a user has begun themselves goes on without a question.

use std::fs;
use std::process::Command;

use othello_store::Store;
use serde_json::{Value, json};

use crate::common::{Ran, World};

/// Plays a contest of Simple and Random whose file is as if another one had been planned.
fn contest(world: &World, name: &str, change: impl Fn(&mut Value)) -> String {
    let args = ["match", "Simple", "Random", "--games", "2", "--size", "4", "-q", "--file", name];
    world.run(args).exits(0);
    let mut store = Store::open_to_write(&world.path(name)).unwrap();
    let plan = store.contest_value("plan").unwrap().unwrap();
    let mut plan: Value = serde_json::from_str(&plan).unwrap();
    change(&mut plan);
    store.set_contest_value("plan", &plan.to_string()).unwrap();
    name.to_owned()
}

fn resume(world: &World, file: &str, more: &[&str]) -> Ran {
    let args = ["tournament", "resume", file, "-q"];
    world.run(args.iter().chain(more))
}

#[test]
fn a_contest_of_somebody_elses_begins_and_sends_to_nothing_unless_one_says_so() {
    let world = World::new();
    let mark = world.path("mark").display().to_string();
    let touch = format!("sh -c 'touch {mark}'");
    for (spec, words) in [
        (format!("cypher:{touch}"), "a program by its command"),
        (format!("Simple=gtp:{touch}"), "a program by its command"),
        ("--trust-queries".to_owned(), "an option in the place of a player"),
    ] {
        let file = contest(&world, "a.db", |plan| plan["entrants"][0]["spec"] = json!(spec));
        let ran = resume(&world, &file, &[]).exits(1).says(words);
        ran.says("may come from anybody").says("tournament resume a.db --trust-file");
        fs::remove_file(world.path("a.db")).unwrap();
    }
    let uri = "bolt://127.0.0.1:9";
    let place = json!([{ "uri": uri, "user": "me", "database": null, "ca": null }]);
    let file = contest(&world, "b.db", |plan| plan["databases"] = place.clone());
    let mut asked: Command = world.command();
    asked.env("OTHELLO_PASSWORD", "hunter2");
    asked.args(["tournament", "resume", &file, "--password", "-"]);
    let ran = Ran::of(asked).exits(1).says(&format!("names a server, {uri}"));
    assert!(!ran.err.contains("hunter2"));
    // Where one says oneself where it goes on, the file's server is nobody's business.
    resume(&world, &file, &["--uri", "embedded"]).exits(0);
    let file = contest(&world, "c.db", |plan| {
        (plan["trust_queries"], plan["allow"]) = (json!(true), json!(["apoc.load.json"]));
    });
    let ran = resume(&world, &file, &["--uri", "embedded"]).exits(1);
    ran.says("queries that nobody looks at").says("the procedure apoc.load.json");
    resume(&world, &file, &["--uri", "embedded", "--trust-file"]).exits(0);
    let sly = "cypher:\u{1b}[2J\u{202e}".to_owned() + &"x".repeat(100_000);
    let file = contest(&world, "d.db", |plan| plan["entrants"][1]["spec"] = json!(sly));
    let ran = resume(&world, &file, &[]).exits(1);
    assert!(ran.err.len() < 2_000 && !ran.err.contains(['\u{1b}', '\u{202e}']), "{:?}", ran.err);
    assert!(!world.path("mark").exists());
}

#[test]
fn what_a_user_has_begun_goes_on_and_is_somebody_elses_to_another_user() {
    let (world, other) = (World::new(), World::new());
    let command = world.program("Command", "echo no");
    let args = ["match", &command, "Random", "--games", "2", "--size", "4", "-q", "--file", "a.db"];
    world.run(args).exits(0);
    resume(&world, "a.db", &[]).exits(0);
    fs::copy(world.path("a.db"), other.path("a.db")).unwrap();
    resume(&other, "a.db", &[]).exits(1).says("a program by its command");
    resume(&other, "a.db", &["--trust-file"]).exits(0);
    // Players that play in the jail are asked of nobody.
    let args = ["match", "Simple", "Random", "--games", "2", "--size", "4", "-q", "--file", "b.db"];
    world.run(args).exits(0);
    fs::copy(world.path("b.db"), other.path("b.db")).unwrap();
    resume(&other, "b.db", &[]).exits(0);
}

#[test]
fn a_boss_that_is_a_program_is_not_even_begun_to_be_asked_what_it_is() {
    let world = World::new();
    let mark = world.path("mark").display().to_string();
    let boss = format!("Boss=cypher:sh -c 'touch {mark}'");
    let begin = ["ladder", "--addr", "127.0.0.1:0", "--file", "l.db", "--title", "Club", "--boss"];
    let ran = world.run(begin.iter().chain([&boss.as_str()])).exits(2);
    ran.says("a program of a stranger's, which takes no part");
    assert!(!world.path("mark").exists());
}
