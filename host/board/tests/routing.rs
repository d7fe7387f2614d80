//! A cluster, which can't be had for tests: members that speak Bolt by a script, of which one at a time writes. What
//! a game does when the one that writes steps down, goes away and comes back is seen in what was written where.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod script;

use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use othello_board::session::{
    HostQuery, Meter, Params, Policy, RepeatableWrite, ServerFault, ServerFaultKind, player_limits,
};
use othello_board::{Fault, Neo4j, Session};
use othello_cypher::Datum;
use script::{Reply, Request, Script, Server, list, one, text};

/// Longer than anything takes that has an end, however busy the machine is.
const HANG: Duration = Duration::from_secs(120);

/// What all members know.
#[derive(Default)]
struct Cluster {
    ports: Vec<u16>,
    /// The number of the one that writes.
    leader: Option<usize>,
    /// Those that answer nobody.
    down: Vec<usize>,
    /// Who wrote, in order.
    written: Vec<usize>,
    /// Whether the next leader steps down when it is asked to write, in favour of this one.
    next: Option<usize>,
}

type Shared = Arc<Mutex<Cluster>>;

/// A cluster, and its members.
struct Members {
    cluster: Shared,
    servers: Vec<Server>,
}

/// A cluster of so many members, the first of which writes.
fn cluster(members: usize) -> Members {
    let listeners: Vec<_> =
        (0..members).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let ports = listeners.iter().map(|one| one.local_addr().unwrap().port()).collect();
    let cluster = Cluster { ports, leader: Some(0), ..Cluster::default() };
    let cluster = Arc::new(Mutex::new(cluster));
    let servers = listeners.into_iter().enumerate().map(|(number, listener)| {
        Server::at(listener, Arc::new(Member { number, cluster: Arc::clone(&cluster) }))
    });
    let servers = servers.collect();
    Members { cluster, servers }
}

struct Member {
    number: usize,
    cluster: Shared,
}

impl Script for Member {
    fn answer(&self, request: &Request<'_>) -> Reply {
        let mut cluster = self.cluster.lock().unwrap();
        if cluster.down.contains(&self.number) {
            return Reply::Close;
        }
        if request.has("getRoutingTable") {
            let address = |number: usize| text(&format!("127.0.0.1:{}", cluster.ports[number]));
            let all = (0..cluster.ports.len()).map(address).collect();
            let writer = cluster.leader.into_iter().map(address).collect();
            let row = |role: &str, addresses| vec![text(role), list(addresses)];
            let rows = vec![row("WRITE", writer), row("ROUTE", all)];
            return Reply::Table((vec!["role", "addresses"], rows));
        }
        if !request.writes() {
            return Reply::Table(one("x"));
        }
        if let Some(next) = cluster.next.take() {
            cluster.leader = Some(next);
        }
        if cluster.leader != Some(self.number) {
            return Reply::Failure("Neo.ClientError.Cluster.NotALeader");
        }
        cluster.written.push(self.number);
        Reply::Table(one("changed"))
    }
}

impl Members {
    fn lock(&self) -> std::sync::MutexGuard<'_, Cluster> {
        self.cluster.lock().unwrap()
    }

    /// A session by way of this member.
    fn open(&self, member: usize) -> Result<Neo4j, Fault> {
        self.servers[member].open("neo4j")
    }
}

/// Writes as a referee does, with patience, and gives how often it had to wait.
fn write(session: &mut Neo4j) -> usize {
    let query = HostQuery::new("MATCH (c:Cell) SET c.state = 'X' RETURN count(c) AS changed");
    for waits in 0..5 {
        match session.write(&query) {
            Ok(outcome) => {
                assert_eq!(outcome.rows, [[Datum::Integer(1)]]);
                return waits;
            }
            Err(Fault::Server(fault)) if fault.kind == ServerFaultKind::Away => {
                session.recover(HANG).unwrap();
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    panic!("nobody writes");
}

fn read(session: &mut Neo4j) -> Result<(), Fault> {
    let meter = Meter::new(player_limits(None, 0));
    let query = session.prepare("RETURN 1 AS x", &Policy::default(), &meter)?;
    session.read(&query, &Params::default(), &meter).map(drop)
}

fn written(cluster: &Members) -> Vec<usize> {
    cluster.lock().written.clone()
}

#[test]
fn a_game_goes_to_the_member_that_writes_whichever_was_named() {
    let cluster = cluster(3);
    for member in [0, 1, 2] {
        assert_eq!(write(&mut cluster.open(member).unwrap()), 0);
    }
    assert_eq!(written(&cluster), [0, 0, 0]);
}

#[test]
fn a_leader_that_steps_down_is_left_at_once_and_found_again_when_it_is_back() {
    let cluster = cluster(3);
    let mut session = cluster.open(1).unwrap();
    assert_eq!(write(&mut session), 0);
    for leader in [2, 0] {
        cluster.lock().leader = Some(leader);
        assert_eq!(write(&mut session), 1, "{leader}");
    }
    assert_eq!(written(&cluster), [0, 2, 0]);
}

#[test]
fn a_move_that_was_not_waited_for_is_written_by_the_next_leader() {
    let cluster = cluster(3);
    let mut session = cluster.open(0).unwrap();
    cluster.lock().next = Some(2);
    let otherwise = ServerFault { kind: ServerFaultKind::Changed, message: "changed".to_owned() };
    let query = HostQuery::new("MATCH (c:Cell) SET c.state = 'X' RETURN count(c) AS changed");
    let posted = session.post(&RepeatableWrite { query, changes: 1, otherwise });
    match posted.and_then(|()| read(&mut session)) {
        Err(Fault::Server(fault)) => {
            assert_eq!(fault.kind, ServerFaultKind::Away, "{}", fault.message);
            assert!(fault.message.contains("does not write"), "{}", fault.message);
        }
        other => panic!("{other:?}"),
    }
    session.recover(HANG).unwrap();
    read(&mut session).unwrap();
    assert_eq!(written(&cluster), [2]);
}

#[test]
fn a_cluster_without_a_leader_is_waited_for() {
    let cluster = cluster(3);
    let mut session = cluster.open(1).unwrap();
    cluster.lock().leader = None;
    match cluster.open(2).map(drop) {
        Err(Fault::Server(fault)) => assert!(fault.message.contains("for the moment"), "{fault:?}"),
        other => panic!("{other:?}"),
    }
    let elected = Arc::clone(&cluster.cluster);
    let election = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(600));
        elected.lock().unwrap().leader = Some(1);
    });
    assert_eq!(write(&mut session), 1);
    election.join().unwrap();
    assert_eq!(written(&cluster), [1]);
}

#[test]
fn the_member_that_was_named_may_be_gone_when_another_has_to_be_found() {
    let cluster = cluster(3);
    let mut session = cluster.open(0).unwrap();
    assert_eq!(write(&mut session), 0);
    {
        let mut cluster = cluster.lock();
        (cluster.down, cluster.leader) = (vec![0], Some(2));
    }
    assert_eq!(write(&mut session), 1);
    assert_eq!(written(&cluster), [0, 2]);
}
