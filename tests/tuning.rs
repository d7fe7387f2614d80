//! Tuning: values of a player's options that meet the best ones so far, on this machine and over workers.

use othello_test_support::nats::{NatsServer, servers};
use serde_json::Value;

use crate::cluster::Worker;
use crate::common::World;
use crate::contests::count;

/// A tuning whose files are in this folder.
fn tune(folder: &str, more: &str) -> Vec<String> {
    let words = format!(
        "tune Champion:positions=2 --vary positions=2,300..301 --gain 400 --games 24 --seed 3 --json -q \
         --folder {folder} {more}"
    );
    words.split_whitespace().map(str::to_owned).collect()
}

/// Its last event, without the names of files.
fn end(out: &str) -> Value {
    let mut end: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    for tried in end["tried"].as_array_mut().unwrap() {
        tried.as_object_mut().unwrap().remove("file");
    }
    end
}

#[test]
fn the_best_values_are_found_here_and_over_workers_and_what_was_played_is_not_played_again() {
    let world = World::new();
    let here = end(&world.run(tune("here", "")).exits(0).out);
    assert_eq!(
        (&here["event"], &here["best"]),
        (&"tuning".into(), &"Champion:positions=300".into())
    );
    let tried = here["tried"].as_array().unwrap();
    let told = |at: usize, key: &str| tried[at][key].as_str().unwrap().to_owned();
    // What it has already is not tried.
    assert_eq!((told(0, "value"), told(0, "verdict")), ("300".to_owned(), "better".to_owned()));
    assert_eq!(told(1, "against"), "Champion:positions=300");
    assert!(tried.len() == 2 && told(1, "verdict") != "better", "{here}");

    let first = world.path("here/001-positions-300.db");
    let played = count(&first);
    assert!((2..=24).contains(&played), "{played}");
    assert_eq!(end(&world.run(tune("here", "")).exits(0).out), here);
    assert_eq!(count(&first), played);
    let other = world.run(tune("here", "").iter().map(|word| word.replace("400", "300"))).exits(1);
    other.says("is of another tuning").says("name another folder by --folder");

    // What the results follow from is what it was, or it is said.
    let again = |from: &str, to: &str| {
        let words = tune("here", "").join(" ").replace(from, to);
        world.run(words.split(' ')).exits(1).says("name another folder by --folder")
    };
    again("-q", "-q --time-limit 24").says("other limits of time (10 s");
    again("--games 24", "--games 48").says("was begun with --games 24; say the same again");
    again("300..301", "310..311").says("001-positions-300.db is of another tuning, which tried");
    let both = again("--seed 3", "--seed 4 --openings none");
    both.says("was begun with --seed 3, another choice of openings; say");
    assert_eq!(count(&first), played);

    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let url = server.url();
    let _worker = Worker::start(&world, &[&url, "-j", "2", "--partial-jail"]);
    assert_eq!(end(&world.run(tune("over", &format!("--over {url}"))).exits(0).out), here);
}

#[test]
fn what_can_t_be_tried_is_refused_before_the_first_game() {
    let world = World::new();
    for (words, says) in [
        ("tune Champion", "--vary"),
        ("tune Champion --vary depth", "write depth=1..4"),
        ("tune Champion --vary width=1..4", "no option \"width\""),
        ("tune Champion --vary depth=55..70", "depth"),
        ("tune Champion --vary depth=1..4 --gain 0", "--gain is elo1"),
        ("tune Champion --vary depth=1..4 --file one.db", "--folder says where"),
    ] {
        world.run(words.split(' ')).exits(2).says(says);
    }
    assert!(!world.path("one.db").exists());
}
