//! A cluster of servers, of which each keeps a copy of everything.

use othello_test_support::nats::{NatsServer, servers};
use othello_test_support::{all_are_wanted, wait_for, wait_until};
use tempfile::TempDir;

use crate::processes::{Process, alone, count, games};

/// The stream of the only contest there.
fn stream(cluster: &[NatsServer; 3], kind: &str) -> String {
    wait_for("a server names the stream", || {
        let mut kept = cluster.iter().flat_map(NatsServer::kept);
        kept.find(|name| name.starts_with(&format!("othello-{kind}-")))
    })
}

#[test]
fn of_three_servers_each_may_die_in_turn_also_the_one_that_leads() {
    if !all_are_wanted("a contest over a cluster of three NATS servers") {
        return;
    }
    for program in servers() {
        let folder = TempDir::new().unwrap();
        let mut cluster = NatsServer::start_cluster(program);
        let url = [0, 1, 2].map(|at: usize| cluster[at].url()).join(",");
        let file = folder.path().join("over.db");
        let mut workers =
            ["a", "b", "c"].map(|name| Process::start(&["work", &url, name, "1", "pause=60"]));
        let mut organiser = Process::start(&["hold", &url, file.to_str().unwrap(), "400"]);
        wait_until("some games are played", || {
            workers.iter_mut().chain([&mut organiser]).for_each(Process::assert_runs);
            count(&file) > 20
        });
        let [results, pairs] = ["results", "pairs"].map(|kind| stream(&cluster, kind));
        let consumers = [format!("{results}.desk"), format!("{pairs}.work")];
        for stream in [&results, &pairs, "OBJ_othello-objects"] {
            let leader = wait_for("each server has a copy of everything", || {
                let asked = cluster.iter().find(|server| server.is_copied(&consumers))?;
                asked.leader_of(stream)
            });
            let at: usize = leader.trim_start_matches('n').parse().unwrap();
            cluster[at].kill();
            let before = count(&file);
            wait_until("the other two go on without it", || count(&file) > before + 30);
            cluster[at].start_again();
        }
        organiser.wait();
        assert_eq!(games(&file), alone(&folder, "400"), "{}", program.display());
    }
}
