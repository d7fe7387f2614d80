//! Contests over many machines, by the real binary: workers with real players in their jails, and what is said where
//! something is missing. What dies and is lost on the way is tried in `host/cluster/tests`.

use std::process::{Child, Stdio};

use othello_test_support::nats::{NatsServer, servers};

use crate::common::{World, wait_until};
use crate::contests::{args, first, last, results};

/// A worker, which ends with this.
struct Worker(Child);

impl Worker {
    fn start(world: &World, words: &[&str]) -> Worker {
        let mut command = world.command();
        command.arg("work").args(words).stdout(Stdio::null()).stderr(Stdio::null());
        Worker(command.spawn().unwrap())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn workers_play_the_games_that_one_machine_plays() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let (first, last) = (first(&world), last(&world));
    let _workers = ["a", "b"]
        .map(|name| Worker::start(&world, &[&url, "--name", name, "-j", "1", "--partial-jail"]));
    wait_until("both work", || {
        let status = world.run(["work", "status", &url, "--json"]).exits(0).out;
        status.contains("\"worker\":\"a\"") && status.contains("\"worker\":\"b\"")
    });
    let contest = format!("tournament {first} {last} Random --kind swiss --rounds 2 --games 8 -q");
    let over = format!("{contest} --over {url} --verify 20% --file over.db");
    let ran = world.run(args(&over)).exits(0);
    let here = world.run(args(&format!("{contest} --file here.db"))).exits(0);
    assert_eq!(results(&world.path("over.db")), results(&world.path("here.db")));
    assert_eq!(ran.out, here.out);
    let shown = |file| world.run(["contest", "show", file]).exits(0).out.replace(file, "");
    assert_eq!(shown("over.db"), shown("here.db"));
    let status = world.run(["work", "status", &url]).exits(0).out;
    assert!(status.contains("no contest is held") && status.contains("linux on "), "{status}");
}

#[test]
fn a_contest_that_was_broken_off_here_goes_on_over_workers() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let last = last(&world);
    let contest = format!("match Simple {last} --games 40 -q");
    world.run(args(&format!("{contest} --file here.db"))).exits(0);
    let words = args(&format!("{contest} -j 1 --file over.db"));
    let mut broken = world.command().args(&words).stderr(Stdio::null()).spawn().unwrap();
    wait_until("some games are played", || {
        crate::contests::count(&world.path("over.db")) > 3 || broken.try_wait().unwrap().is_some()
    });
    broken.kill().unwrap();
    broken.wait().unwrap();
    let _worker = Worker::start(&world, &[&url, "-j", "2", "--partial-jail"]);
    let resume = ["tournament", "resume", "over.db", "-q", "--over", &url];
    world.run(resume).exits(0);
    assert_eq!(results(&world.path("over.db")), results(&world.path("here.db")));
}

#[test]
fn what_is_missing_is_said_with_the_way_out() {
    let world = World::new();
    let nobody = "nats://127.0.0.1:9";
    world.run(["work", nobody]).exits(1).says("start one by \"nats-server -js\"");
    let over = |url: &str, more: &str| {
        args(&format!("match Simple Random --games 2 --file m.db --over {url} {more}"))
    };
    world.run(over(nobody, "")).exits(1).says("no NATS server answers at nats://127.0.0.1:9");
    assert!(!world.path("m.db").exists());
    world.run(over("http://ann:secret@here", "")).exits(2).says("write nats://host:4222");
    world.run(over(nobody, "--api-key KEY")).exits(2).says("stays on this machine");
    world.run(over(nobody, "--verify 2")).exits(2).says("no part of all");
    world.run(args("match Simple Random --creds x")).exits(2).says("no --over");
    let Some(program) = servers().first() else { return };
    let plain = NatsServer::start(program, &[]);
    world.run(["work", &plain.url()]).exits(1).says("has no JetStream");
    let closed = NatsServer::start(program, &["-js", "--auth", "hunter2"]);
    let refused = world.run(["work", "status", &closed.url()]).exits(1);
    assert!(
        refused.err.contains("refuses these credentials; give others by --creds FILE or --token -")
    );
    let token = ["work", "status", &closed.url(), "--token", "-"];
    world.run_typing(token, "hunter3\n").exits(1).says("refuses these credentials");
    let let_in = world.run_typing(token, "hunter2\n").exits(0);
    assert!(let_in.out.contains("nobody works"), "{}", let_in.out);
    let token = world.file("token", "hunter2\n");
    let command = world.program("Command", "exit");
    let words = ["match", "Simple", &command, "--games", "2", "--file", "m.db", "--token", &token];
    let ran = world.run(words.into_iter().chain(["--over", &closed.url()])).exits(1);
    assert!(ran.err.contains("names a command of this machine") && !ran.err.contains("hunter"));
}
