//! All that contests are, over workers, by the real binary: tests that end early and what is left of them, boards that are
//! watched, an organiser that is stopped, results that only playing them again finds wrong, and a worker that nobody
//! understands.

use std::process::{Command, Stdio};

use othello_arena::contest::ContestFile;
use othello_store::Store;
use othello_test_support::nats::{NatsServer, servers};
use serde_json::Value;

use crate::cluster::Worker;
use crate::common::{World, on_any_machine, wait_until};
use crate::contests::{args, count, first, last, results};
use crate::ladder_over::liar::{beside_a_liar, speed};

fn work(world: &World, url: &str, name: &str, threads: &str) -> Worker {
    Worker::start(world, &[url, "--name", name, "-j", threads, "--partial-jail"])
}

/// What a contest's file says of its test, and of who played.
fn shown(world: &World, file: &str) -> Value {
    let text = world.run(["contest", "show", file, "--json"]).exits(0).out;
    let mut shown: Value = serde_json::from_str(&text).unwrap();
    let fields = shown.as_object_mut().unwrap();
    fields.retain(|field, _| ["test", "standings", "players"].contains(&field.as_str()));
    shown
}

#[test]
fn a_test_that_decides_over_workers_says_what_it_says_here_and_leaves_nothing_on_the_server() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let (first, last) = (first(&world), last(&world));
    let _workers = ["a", "b"].map(|name| work(&world, &url, name, "1"));
    let wrong = world.file("wrong.cypher", "// Wrong\nMATCH (cell:Cell) RETURN cell");
    let contests = [
        format!("match Simple {wrong} --sprt elo0=0 elo1=100 --games 400"),
        format!("compare {last} Copy={last} --gain 400 --games 200"),
        format!("rate {first} --against {last},Random --games 4"),
    ];
    for (number, contest) in contests.iter().enumerate() {
        let (here, over) = (format!("here{number}.db"), format!("over{number}.db"));
        let alone = world.run(args(&format!("{contest} -q --file {here}"))).exits(0);
        let words = format!("{contest} -q --file {over} --over {url} --verify 20%");
        let ran = world.run(args(&words)).exits(0);
        // How long moves took is another thing each time.
        let told = |out: &str, file: &str| {
            let out = on_any_machine(out).replace(file, "FILE");
            out.split("the slowest moves:").next().map(str::to_owned)
        };
        assert_eq!(told(&ran.out, &over), told(&alone.out, &here));
        // What was still being played when a test decided may be in one file and not in the other.
        if number < 2 {
            assert_eq!(shown(&world, &over)["test"], shown(&world, &here)["test"]);
            assert!(count(&world.path(&over)) < 200, "it went on after it was decided");
        } else {
            assert_eq!(results(&world.path(&over)), results(&world.path(&here)));
        }
        assert_eq!(server.kept(), [""; 0], "{contest}");
    }
}

#[test]
fn an_organiser_that_is_stopped_leaves_its_queue_and_shows_boards_until_then() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let worker = work(&world, &url, "slow", "2");
    let contest = "match Champion:positions=3000 Champion:positions=2000 --games 12 --seed 2 -q";
    let words = format!("{contest} --file over.db --over {url}");
    let mut command = world.command();
    command.args(words.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    let mut held = command.spawn().unwrap();
    let file = world.path("over.db");
    wait_until("somebody who looks on sees a board", || {
        let store = Store::open_existing(&file);
        store.is_ok_and(|store| !ContestFile::boards_of(&store).unwrap().is_empty())
    });
    wait_until("a game is over", || count(&file) > 0);
    worker.hold();
    let status = world.run(["work", "status", &url]).exits(0).out;
    let row = status.lines().find(|line| line.trim_start().starts_with("slow")).unwrap();
    assert!(row.trim_end().ends_with("Champion against Champion 2"), "{status}");
    assert!(!status.contains("its organiser is away"), "{status}");
    // Nobody else may hold the file meanwhile, wherever the games are played.
    let resume = ["tournament", "resume", "over.db", "-q", "--over", &url];
    world.run(resume).exits(1).says("over.db");
    drop(worker);
    let id = held.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(held.wait().unwrap().code(), Some(130));
    let kept = server.kept();
    assert!(kept.iter().any(|name| name.starts_with("othello-pairs-")), "{kept:?}");
    wait_until("it is seen that the organiser is away", || {
        let status = world.run(["work", "status", &url]).exits(0).out;
        status.contains("pairs in the queue") && status.contains("its organiser is away")
    });
    let _worker = work(&world, &url, "other", "2");
    world.run(resume).exits(0);
    world.run(format!("{contest} --file here.db").split(' ')).exits(0);
    assert_eq!(results(&file), results(&world.path("here.db")));
    assert_eq!(server.kept(), [""; 0]);
}

#[test]
fn moves_that_the_players_would_not_have_made_are_found_by_playing_them_again() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let last = last(&world);
    let contest = format!("match Simple {last} --games 40");
    let here = world.run(args(&format!("{contest} -q --file here.db")));
    here.exits(0);
    let speed = speed(&world, &url);
    // It never says that somebody else has won than its moves say.
    beside_a_liar(&world, &url, speed, u64::MAX, |_| {
        let words = format!("{contest} --file over.db --over {url} --verify 100%");
        let mut command = world.command();
        command.args(args(&words)).stdout(Stdio::null()).stderr(Stdio::piped());
        let held = command.spawn().unwrap();
        wait_until("it is barred", || {
            let status = world.run(["work", "status", &url]).exits(0).out;
            status.contains("liar does not play") && status.contains("barred")
        });
        let _honest = work(&world, &url, "honest", "1");
        let said = held.wait_with_output().unwrap();
        assert!(said.status.success());
        let said = String::from_utf8(said.stderr).unwrap();
        for wanted in ["liar", " came to ", " there, and comes to "] {
            assert!(said.contains(wanted), "no {wanted:?} in {said}");
        }
    });
    assert_eq!(results(&world.path("over.db")), results(&world.path("here.db")));
}

#[test]
fn whoever_only_looks_puts_nothing_on_a_server() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let status = world.run(["work", "status", &url]).exits(0).out;
    assert!(status.contains("no contest is held") && status.contains("nobody works"), "{status}");
    assert_eq!(server.streams(), 0);
    let _worker = work(&world, &url, "ann", "1");
    wait_until("somebody works", || {
        world.run(["work", "status", &url]).exits(0).out.contains("ann")
    });
    assert!(server.streams() > 0);
}
