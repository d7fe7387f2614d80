//! The session on a real Neo4j: what it answers, how it ends what does not end, what it leaves alone, and in
//! which words it says what is wrong. Where no server can be had, one line says so and nothing is tested.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

#[path = "../../examples/differential/answers.rs"]
mod answers;
mod board;
#[path = "../../examples/differential/choices.rs"]
mod choices;
#[path = "../../examples/differential/clauses.rs"]
mod clauses;
mod content;
mod differential;
mod disguises;
#[path = "../../examples/differential/edges.rs"]
mod edges;
#[path = "../../examples/differential/expressions.rs"]
mod expressions;
mod games;
#[path = "../../examples/differential/graphs.rs"]
mod graphs;
mod guard;
#[path = "../../examples/differential/holes.rs"]
mod holes;
#[path = "../../examples/differential/newer.rs"]
mod newer;
#[path = "../../examples/differential/patterns.rs"]
mod patterns;
mod printed;
#[path = "../../examples/differential/queries.rs"]
mod queries;
#[path = "../../examples/differential/scalars.rs"]
mod scalars;
#[path = "../../examples/differential/scope.rs"]
mod scope;
#[path = "../../examples/differential/suite.rs"]
mod suite;
mod time;
mod trouble;
mod values;
mod words;

use std::time::{Duration, Instant};

use othello_board::neo4j::{Target, Uri};
use othello_board::session::{HostQuery, Meter, Outcome, Params, Policy, player_limits};
use othello_board::{Fault, Neo4j, Secret, Session};
use othello_cypher::Datum;
use othello_test_support::neo4j::{Lease, Server, shared};

/// How to reach a server that the tests have.
fn target(server: &Server) -> Target {
    Target {
        uri: Uri::parse(&server.uri).unwrap(),
        user: server.user.clone(),
        password: Secret::new(server.password.clone()),
        database: Some(server.database.clone()),
        ca: None,
    }
}

/// The process's server and a session on its database, which is empty. A server that was lent to the tests
/// is emptied only if it holds nothing but a board of ours.
fn empty() -> Option<(Lease, Neo4j)> {
    let server = shared()?;
    let mut session = Neo4j::open(target(&server)).unwrap();
    let lent = server.is_lent();
    session.clear(&mut |found| if lent { panic!("{found}") } else { true }).unwrap();
    Some((server, session))
}

/// A player's query, with so much time and with everything allowed.
fn read(session: &mut dyn Session, text: &str, time: Duration) -> Result<Outcome, Fault> {
    let mut policy = Policy::default();
    policy.trust();
    let meter = Meter::new(player_limits(Some(Instant::now() + time), 0));
    let checked = session.prepare(text, &policy, &meter)?;
    session.read(&checked, &Params::default(), &meter)
}

/// A query of the host's.
fn write(session: &mut dyn Session, text: &str) -> Outcome {
    session.write(&HostQuery::new(text)).unwrap()
}

/// The one number that a query gives.
fn number(session: &mut dyn Session, text: &str) -> i64 {
    match write(session, text).rows.as_slice() {
        [row] if row.len() == 1 => match row[0] {
            Datum::Integer(number) => number,
            ref other => panic!("{other:?} is no number"),
        },
        rows => panic!("{} rows", rows.len()),
    }
}
