//! A cluster, which can't be had for tests: members that speak Bolt by a script, of which one at a time writes. What
//! a game does when the one that writes steps down, goes away and comes back is seen in what was written where.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use othello_board::neo4j::{Target, Uri};
use othello_board::session::{
    HostQuery, Meter, Params, Policy, RepeatableWrite, ServerFault, ServerFaultKind, player_limits,
};
use othello_board::{Fault, Neo4j, Secret, Session};
use othello_cypher::Datum;

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

/// A cluster of so many members, the first of which writes.
fn cluster(members: usize) -> Shared {
    let listeners: Vec<_> =
        (0..members).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let ports = listeners.iter().map(|one| one.local_addr().unwrap().port()).collect();
    let cluster = Cluster { ports, leader: Some(0), ..Cluster::default() };
    let cluster = Arc::new(Mutex::new(cluster));
    for (number, listener) in listeners.into_iter().enumerate() {
        let cluster = Arc::clone(&cluster);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let cluster = Arc::clone(&cluster);
                std::thread::spawn(move || Member { number, cluster, stream }.serve());
            }
        });
    }
    cluster
}

/// What a query gives: its columns, and its records of values as they stand on the wire.
type Table = (Vec<&'static str>, Vec<Vec<Vec<u8>>>);

/// One connection to a member.
struct Member {
    number: usize,
    cluster: Shared,
    stream: TcpStream,
}

impl Member {
    fn serve(mut self) -> Option<()> {
        let mut offer = [0; 20];
        self.stream.read_exact(&mut offer).ok()?;
        self.stream.write_all(&[0, 0, 4, 4]).ok()?;
        let mut records = Vec::new();
        let mut failed = false;
        loop {
            let request = self.request()?;
            if self.cluster.lock().unwrap().down.contains(&self.number) {
                return None;
            }
            match request[1] {
                0x0f => failed = false,
                _ if failed => {
                    self.say(&[0xb0, 0x7e])?;
                    continue;
                }
                0x10 => match self.run(&request) {
                    Ok((fields, found)) => {
                        let fields = fields.iter().map(|field| text(field)).collect();
                        self.say(
                            &[&[0xb1, 0x70, 0xa1][..], &text("fields"), &list(fields)].concat(),
                        )?;
                        records = found;
                        continue;
                    }
                    Err(code) => {
                        let fields =
                            [text("code"), text(code), text("message"), text("no leader")].concat();
                        self.say(&[&[0xb1, 0x7f, 0xa2][..], &fields].concat())?;
                        failed = true;
                        continue;
                    }
                },
                0x3f => {
                    for record in std::mem::take(&mut records) {
                        self.say(&[&[0xb1, 0x71][..], &list(record)].concat())?;
                    }
                }
                _ => {}
            }
            self.say(&[0xb1, 0x70, 0xa0])?;
        }
    }

    /// What a query gives, or the code of a failure.
    fn run(&self, request: &[u8]) -> Result<Table, &'static str> {
        let has = |part: &str| request.windows(part.len()).any(|bytes| bytes == part.as_bytes());
        let mut cluster = self.cluster.lock().unwrap();
        if has("getRoutingTable") {
            let address = |number: usize| text(&format!("127.0.0.1:{}", cluster.ports[number]));
            let all = (0..cluster.ports.len()).map(address).collect();
            let writer = cluster.leader.into_iter().map(address).collect();
            let row = |role: &str, addresses| vec![text(role), list(addresses)];
            return Ok((vec!["role", "addresses"], vec![row("WRITE", writer), row("ROUTE", all)]));
        }
        // The driver says of each query whether it only reads.
        if !request.windows(7).any(|bytes| bytes == b"\x84mode\x81w") {
            return Ok((vec!["x"], vec![vec![vec![1]]]));
        }
        if let Some(next) = cluster.next.take() {
            cluster.leader = Some(next);
        }
        if cluster.leader != Some(self.number) {
            return Err("Neo.ClientError.Cluster.NotALeader");
        }
        cluster.written.push(self.number);
        Ok((vec!["changed"], vec![vec![vec![1]]]))
    }

    fn request(&mut self) -> Option<Vec<u8>> {
        let mut request = Vec::new();
        loop {
            let mut size = [0; 2];
            self.stream.read_exact(&mut size).ok()?;
            let size = usize::from(u16::from_be_bytes(size));
            if size == 0 {
                return Some(request);
            }
            let start = request.len();
            request.resize(start + size, 0);
            self.stream.read_exact(&mut request[start..]).ok()?;
        }
    }

    fn say(&mut self, body: &[u8]) -> Option<()> {
        let size = u16::try_from(body.len()).unwrap().to_be_bytes();
        self.stream.write_all(&[&size[..], body, &[0, 0]].concat()).ok()
    }
}

fn text(text: &str) -> Vec<u8> {
    let size = u8::try_from(text.len()).unwrap();
    let head = if size < 16 { vec![0x80 | size] } else { vec![0xd0, size] };
    [head, text.as_bytes().to_vec()].concat()
}

fn list(items: Vec<Vec<u8>>) -> Vec<u8> {
    [vec![0x90 | u8::try_from(items.len()).unwrap()], items.concat()].concat()
}

/// A session by way of this member.
fn open(cluster: &Shared, member: usize) -> Result<Neo4j, Fault> {
    let port = cluster.lock().unwrap().ports[member];
    Neo4j::open(Target {
        uri: Uri::parse(&format!("neo4j://127.0.0.1:{port}")).unwrap(),
        user: "neo4j".to_owned(),
        password: Secret::new("secret"),
        database: None,
        ca: None,
    })
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

fn written(cluster: &Shared) -> Vec<usize> {
    cluster.lock().unwrap().written.clone()
}

#[test]
fn a_game_goes_to_the_member_that_writes_whichever_was_named() {
    let cluster = cluster(3);
    for member in [0, 1, 2] {
        assert_eq!(write(&mut open(&cluster, member).unwrap()), 0);
    }
    assert_eq!(written(&cluster), [0, 0, 0]);
}

#[test]
fn a_leader_that_steps_down_is_left_at_once_and_found_again_when_it_is_back() {
    let cluster = cluster(3);
    let mut session = open(&cluster, 1).unwrap();
    assert_eq!(write(&mut session), 0);
    for leader in [2, 0] {
        cluster.lock().unwrap().leader = Some(leader);
        assert_eq!(write(&mut session), 1, "{leader}");
    }
    assert_eq!(written(&cluster), [0, 2, 0]);
}

#[test]
fn a_move_that_was_not_waited_for_is_written_by_the_next_leader() {
    let cluster = cluster(3);
    let mut session = open(&cluster, 0).unwrap();
    cluster.lock().unwrap().next = Some(2);
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
    let mut session = open(&cluster, 1).unwrap();
    cluster.lock().unwrap().leader = None;
    match open(&cluster, 2).map(drop) {
        Err(Fault::Server(fault)) => assert!(fault.message.contains("for the moment"), "{fault:?}"),
        other => panic!("{other:?}"),
    }
    let elected = Arc::clone(&cluster);
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
    let mut session = open(&cluster, 0).unwrap();
    assert_eq!(write(&mut session), 0);
    {
        let mut cluster = cluster.lock().unwrap();
        (cluster.down, cluster.leader) = (vec![0], Some(2));
    }
    assert_eq!(write(&mut session), 1);
    assert_eq!(written(&cluster), [0, 2]);
}
