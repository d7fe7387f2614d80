//! Whoever is killed, stopped or cut off, and whatever the server loses: each pair counts once.

use std::thread::sleep;
use std::time::Duration;

use othello_store::{Filter, Store};
use othello_test_support::nats::{NatsServer, servers};
use othello_test_support::proxy::{Proxy, Trouble};
use othello_test_support::{Rng, wait_until};
use tempfile::TempDir;

use crate::processes::{Process, TIMES, alone, count, games};

#[test]
fn whoever_is_killed_or_stopped_each_pair_counts_once() {
    for (number, program) in servers().iter().enumerate() {
        let folder = TempDir::new().unwrap();
        let mut server = NatsServer::start(program, &["-js"]);
        let (url, mut rng) = (server.url(), Rng(number as u64 + 1));
        let file = folder.path().join("over.db");
        let hold = || Process::start(&["hold", &url, file.to_str().unwrap(), "400"]);
        let work = |name: &str| Process::start(&["work", &url, name, "2", "pause=40"]);
        let mut workers: Vec<Process> = ["a", "b", "c"].map(work).into();
        let mut organiser = hold();
        for (round, trouble) in [0, 1, 2, 3, 1, 0].into_iter().enumerate() {
            let wanted = count(&file) + 20 + rng.below(60);
            wait_until("more games are played", || count(&file) >= wanted.min(760));
            match trouble {
                0 => {
                    let lost = workers.remove(rng.below(workers.len()));
                    lost.kill();
                    workers.push(work(&format!("d{round}")));
                }
                1 => {
                    server.kill();
                    sleep(Duration::from_millis(rng.below(1500) as u64));
                    server.start_again();
                }
                2 => {
                    organiser.kill();
                    organiser = hold();
                }
                _ => workers[0].signal("-STOP"),
            }
        }
        // Somebody comes back late, with results that others have brought.
        sleep(Duration::from_secs(12) / TIMES);
        workers.iter().for_each(|worker| worker.signal("-CONT"));
        organiser.wait();
        assert_eq!(games(&file), alone(&folder, "400"), "{}", program.display());
    }
}

#[test]
fn a_way_that_is_cut_held_up_and_silent_loses_and_doubles_nothing() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let server = NatsServer::start(program, &["-js"]);
    let file = folder.path().join("over.db");
    let pause = Trouble::Pause(Duration::from_secs(3) / TIMES);
    let troubles = [Trouble::CutAfter, Trouble::CutBefore, pause];
    // The organiser's way, and that of one worker.
    let ways = troubles.map(|trouble| Proxy::start(server.port, trouble, usize::MAX));
    let url = |proxy: &Proxy| format!("nats://127.0.0.1:{}", proxy.port);
    let _workers = [
        Process::start(&["work", &url(&ways[0]), "a", "1", "pause=5"]),
        Process::start(&["work", &url(&ways[1]), "b", "1", "pause=5"]),
        Process::start(&["work", &server.url(), "c", "1", "pause=5"]),
    ];
    let hold = ["hold", &url(&ways[2]), file.to_str().unwrap(), "300"];
    let organiser = Process::start(&hold);
    for games in (40..400).step_by(40) {
        wait_until("more games are played", || count(&file) >= games);
        ways.iter().for_each(Proxy::trouble_next);
    }
    organiser.wait();
    assert_eq!(games(&file), alone(&folder, "300"));
}

#[test]
fn a_worker_that_lies_is_named_and_its_games_are_taken_out() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let server = NatsServer::start(program, &["-js"]);
    let (url, file) = (server.url(), folder.path().join("over.db"));
    // It has played well for a while before.
    let _workers = [
        Process::start(&["work", &url, "liar", "1", "pause=2", "lie=30"]),
        Process::start(&["work", &url, "honest", "1", "pause=2"]),
    ];
    let said = Process::start(&["hold", &url, file.to_str().unwrap(), "150"]).wait();
    assert!(said.contains("liar reported a wrong result (its moves lead to another"), "{said}");
    assert!(!said.contains("its 0 games"), "{said}");
    let store = Store::open_existing(&file).unwrap();
    let all = store.games(&Filter::default()).unwrap();
    assert!(all.iter().all(|game| !game.source.as_ref().unwrap().contains("liar")));
    assert_eq!(games(&file), alone(&folder, "150"));
}

#[test]
fn what_the_server_has_lost_is_put_there_again() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let mut server = NatsServer::start(program, &["-js"]);
    let (url, file) = (server.url(), folder.path().join("over.db"));
    let worker = Process::start(&["work", &url, "a", "2", "pause=10"]);
    let organiser = Process::start(&["hold", &url, file.to_str().unwrap(), "200"]);
    wait_until("some games are played", || count(&file) > 30);
    server.kill();
    server.lose_everything();
    server.start_again();
    let said = organiser.wait();
    assert!(said.contains("the server had lost the contest"), "{said}");
    assert_eq!(games(&file), alone(&folder, "200"));
    drop(worker);
}
