//! Contests over many machines, by the real binary: workers with real players in their jails, and what is said where
//! something is missing. What dies and is lost on the way is tried in `host/cluster/tests`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use othello_test_support::nats::{NatsServer, servers};
use othello_test_support::say_skipped;

use crate::common::{World, on_any_machine, wait_until};
use crate::contests::{args, first, last, results};

/// A worker, which ends with this.
pub struct Worker(Child);

impl Worker {
    pub fn start(world: &World, words: &[&str]) -> Worker {
        let mut command = world.command();
        command.arg("work").args(words).stdout(Stdio::null()).stderr(Stdio::null());
        Worker(command.spawn().unwrap())
    }
}

impl Worker {
    /// Ends it as Ctrl-C does.
    pub fn interrupt(mut self) {
        self.signal("-INT");
        self.0.wait().unwrap();
    }

    /// Holds it where it is: its contest is not over before it is ended and another one has come.
    pub fn hold(&self) {
        self.signal("-STOP");
    }

    fn signal(&self, signal: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
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
    assert_eq!(on_any_machine(&ran.out), on_any_machine(&here.out));
    let shown = |file| {
        let shown = world.run(["contest", "show", file]).exits(0).out;
        on_any_machine(&shown).replace(file, "")
    };
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
    world.run(["games", "new", "mine"]).exits(0);
    let own = "match One=Random Other=Random --game mine --file m.db --over";
    world
        .run(own.split(' ').chain([nobody]))
        .exits(2)
        .says("mine does not travel; workers know the built-in games alone");
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

/// Certificates made by openssl: one that vouches for the server, the server's with its key, and a stranger's. None
/// where there is no openssl.
fn certificates(world: &World) -> Option<[String; 4]> {
    let request = "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30";
    world.file("names", "subjectAltName=IP:127.0.0.1\n");
    let made = [
        format!("{request} -x509 -keyout ca.key -out ca.pem -subj /CN=ca"),
        format!("{request} -x509 -keyout stranger.key -out stranger.pem -subj /CN=stranger"),
        format!("{request} -keyout server.key -out server.csr -subj /CN=server"),
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile names -out server.pem"
            .to_owned(),
    ];
    for words in made {
        let mut openssl = Command::new("openssl");
        openssl.args(words.split(' ')).current_dir(world.path("")).stderr(Stdio::null());
        if !openssl.status().is_ok_and(|status| status.success()) {
            say_skipped("tests on a NATS server with TLS: there is no openssl here");
            return None;
        }
    }
    let path = |name| world.path(name).display().to_string();
    Some(["ca.pem", "server.pem", "server.key", "stranger.pem"].map(path))
}

#[test]
fn a_server_with_tls_and_a_token_lets_in_who_has_both_and_says_what_is_wrong() {
    let Some(program) = servers().first() else { return };
    let world = World::new();
    let Some([ca, certificate, key, stranger]) = certificates(&world) else { return };
    let tls = ["-js", "--tls", "--tlscert", &certificate, "--tlskey", &key, "--auth", "hunter2"];
    let server = NatsServer::start(program, &tls);
    let url = server.url().replace("nats:", "tls:");
    let (token, wrong) = (world.file("token", "hunter2\n"), world.file("wrong", "hunter3\n"));
    let status = |url: &str, more: &[&str]| {
        world.run(["work", "status", url].into_iter().chain(more.iter().copied()))
    };
    for url in [&url, &server.url()] {
        let let_in = status(url, &["--ca", &ca, "--token", &token]).exits(0);
        assert!(let_in.out.contains("nobody works"), "{}", let_in.out);
    }
    for more in [&["--token", &token][..], &["--ca", &stranger, "--token", &token]] {
        let refused = status(&url, more).exits(1).says("no secure connection to tls://127.0.0.1");
        assert!(refused.err.contains("UnknownIssuer; --ca FILE names"), "{}", refused.err);
    }
    let elsewhere = status(&url.replace("127.0.0.1", "localhost"), &["--ca", &ca]).exits(1);
    elsewhere.says("not valid for name \"localhost\"");
    status(&url, &["--ca", &ca, "--token", &wrong]).exits(1).says("refuses these credentials");
    status(&url, &["--ca", &ca]).exits(1).says("refuses these credentials");
    status(&url, &["--ca", "none.pem"]).exits(1).says("none.pem: it is not there");
    status(&url, &["--ca", &ca, "--creds", &token]).exits(1).says("no user's JWT and seed");
    let opened = ["--ca", &ca, "--token", &token];
    let words = [&[url.as_str(), "-j", "1", "--partial-jail"][..], &opened].concat();
    let _worker = Worker::start(&world, &words);
    let opened = opened.join(" ");
    let over = format!("match Simple Random --games 2 -q --file tls.db --over {url} {opened}");
    world.run(args(&over)).exits(0);
    assert_eq!(crate::contests::count(&world.path("tls.db")), 2);
}

#[test]
fn a_game_that_both_players_call_decided_ends_over_workers_as_it_does_here() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let _worker = Worker::start(&world, &[&url, "-j", "1", "--partial-jail"]);
    let contest = "match Champion:positions=300 Champion:positions=1000 --games 4 --seed 2 -q";
    let play = |more: &str| {
        let words = format!("{contest} --agreement 8x2 {more}");
        world.run(words.split(' ')).exits(0);
    };
    play("--file here.db");
    play(&format!("--over {url} --file over.db"));
    let games = results(&world.path("over.db"));
    assert!(games.iter().any(|game| game.4.contains("both players see it lost")), "{games:?}");
    assert_eq!(games, results(&world.path("here.db")));
}

/// A disk with little room, which goes with this.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// None where nobody may have one.
    fn mount(at: PathBuf) -> Option<SmallDisk> {
        fs::create_dir_all(&at).unwrap();
        let disk = mount("size=300k", &at).then_some(SmallDisk(at));
        if disk.is_none() {
            say_skipped("test on a full disk of the organiser: nobody may mount one here");
        }
        disk
    }

    fn enlarge(&self) {
        assert!(mount("remount,size=64m", &self.0));
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

fn mount(options: &str, at: &Path) -> bool {
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(at).stderr(Stdio::null());
    mount.status().is_ok_and(|status| status.success())
}

#[test]
fn a_full_disk_of_the_organiser_is_said_and_the_contest_goes_on_where_there_is_room() {
    let Some(program) = servers().first() else { return };
    let world = World::new();
    let Some(disk) = SmallDisk::mount(world.path("disk")) else { return };
    let server = NatsServer::start(program, &["-js"]);
    let url = server.url();
    let _worker = Worker::start(&world, &[&url, "-j", "2", "--partial-jail"]);
    let contest = "match Simple Random --games 60 -q";
    let full = world.run(args(&format!("{contest} --over {url} --file disk/over.db"))).exits(1);
    let said = full.says("no room left to write disk/over.db").says("tournament resume");
    assert!(said.out.is_empty(), "{}", said.out);
    disk.enlarge();
    world.run(["tournament", "resume", "disk/over.db", "-q", "--over", &url]).exits(0);
    world.run(args(&format!("{contest} --file here.db"))).exits(0);
    assert_eq!(results(&world.path("disk/over.db")), results(&world.path("here.db")));
}
