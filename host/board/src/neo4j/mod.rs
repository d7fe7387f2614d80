//! The session on a real Neo4j. The driver is asynchronous and lives in a small runtime inside of the session,
//! which turns only while a query is under way; whoever plays sees plain calls.
//!
//! What the driver (neo4rs 0.9.0-rc.11) does that shaped this, read in its source and tried where it could be:
//!
//! - `Graph::execute_read` marks its transaction as reading, and the server then refuses writes. Explicit
//!   transactions carry no such mark, even where they are asked to read only, so they are not used at all.
//! - `Graph::run` sends a query again after any error that follows the server's acceptance of it, a broken
//!   connection included, so a write could happen twice. `Graph::execute` repeats only what the server itself
//!   refused with a passing error, for up to a minute; that minute lies within our own guard.
//! - It speaks Bolt 4.4: numbers instead of element ids, no plans and no summaries. Rows are hash maps, so the
//!   columns' order is our own front end's.
//! - Before every query it sends a RESET and waits for the answer, and it sends nothing while it waits: a move would
//!   cost two queries and four trips over the wire. `trunk` makes one trip of it: it answers a RESET that would change
//!   nothing, and has two of the driver's connections share one of the server's, so that the flips of a move and the
//!   next player's query are on their way together. The server takes them in their order; the driver only pipelines
//!   the two messages of one query.
//! - It routes only with a feature that is marked unstable, and then hands no bookmarks on, so that a read could
//!   go to a member of a cluster that has not seen the last move. Here it does not route; where a URI says
//!   `neo4j`, `routing` asks the cluster which member writes the database and all of a game goes there. A member that
//!   steps down it would ask again for a minute; `trunk` closes the way instead, and the next leader is looked for.
//!   Tried on members that speak Bolt by a script (`host/board/tests/routing.rs`), not on a real cluster, nor on Aura.

mod bolt;
mod clearing;
mod connection;
mod content;
mod convert;
mod ending;
mod excuses;
mod failure;
mod fields;
mod gauge;
mod lease;
mod link;
mod marks;
mod places;
mod posting;
mod pulse;
mod routing;
mod target;
mod temporal;
mod tls;
mod trunk;
mod wire;
mod words;

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use neo4rs::{BoltList, BoltMap, BoltType};
use othello_cypher::Datum;

pub use target::{Target, Tls, Uri, UriError};

use self::connection::Connection;
use self::gauge::Gauge;
use self::posting::Write;
use self::wire::{Access, Rows};
use crate::session::{
    Checked, Consent, Fault, HostQuery, Meter, Outcome, Params, Placing, Policy, RepeatableWrite,
    ServerFaultKind, Session, guard, player_limits,
};

/// How many texts of queries have their columns remembered, and of how many it is known that the server has a plan.
const REMEMBERED: usize = 256;
/// How long a server may take for the plan of a first query before it has to run without.
const PLANNING: Duration = Duration::from_secs(5);

/// Queries like those of players, so that the first move does not wait until the server has read its own planner.
const WARM_UP: [&str; 2] = [
    "MATCH (c:Cell) WHERE c.state IS NULL AND EXISTS { (c)-[r:NEIGHBOR_OF]-(:Cell {state: 'O'}) \
     ((:Cell {state: 'O'})-[{direction: r.direction}]-(:Cell {state: 'O'}))* \
     (:Cell {state: 'O'})-[{direction: r.direction}]-(:Cell {state: 'X'}) } \
     RETURN c AS cell ORDER BY rand() LIMIT 1",
    "MATCH (c:Cell) OPTIONAL MATCH (c)--(n:Cell) WITH c, collect(n.state) AS around, count(*) AS many \
     RETURN c AS cell, size([s IN around WHERE s = 'X']) AS x ORDER BY x DESC, many LIMIT 1",
];

/// A database on a Neo4j server, with one board in it.
pub struct Neo4j {
    connection: Connection,
    columns: HashMap<String, Arc<[String]>>,
    planned: HashSet<u64>,
    hasher: RandomState,
}

impl Neo4j {
    /// Connects, logs in and has the server warm itself up. Nothing in the database is looked at.
    ///
    /// # Errors
    /// Why that was not possible, and what to do.
    pub fn open(target: Target) -> Result<Neo4j, Fault> {
        let connection = Connection::open(target).map_err(Fault::Server)?;
        let (columns, planned, hasher) = Default::default();
        let mut session = Neo4j { connection, columns, planned, hasher };
        for text in WARM_UP {
            session.connection.own(text, BoltMap::new(), Access::Read)?;
        }
        // The plan of the query that writes every move, which stays the same from move to move.
        let params = BoltMap::from_iter([
            ("cells".into(), BoltType::List(BoltList::new())),
            ("symbol".into(), BoltType::String("X".into())),
        ]);
        session.connection.own(&format!("EXPLAIN {}", Placing::QUERY), params, Access::Read)?;
        Ok(session)
    }

    /// How often the server was waited for since it was connected to last.
    #[must_use]
    pub fn round_trips(&self) -> u64 {
        self.connection.gauge().map_or(0, Gauge::trips)
    }

    /// Whether the driver's RESETs that the server does not need are answered here, which is so. For measuring.
    pub fn answer_resets(&mut self, here: bool) {
        if let Some(gauge) = self.connection.gauge() {
            gauge.answer_resets(here);
        }
    }

    /// Sends a write on its way. Where it went wrong, the next call of the session may be the one that says so.
    ///
    /// # Errors
    /// As [`Session::write`], and that it did not change what it should.
    pub fn post(&mut self, write: &RepeatableWrite<'_>) -> Result<(), Fault> {
        let RepeatableWrite { query, changes, otherwise } = write;
        let params = convert::params_to_bolt(query.params.without_key());
        let (text, changes, otherwise) = (query.text.to_owned(), *changes, otherwise.clone());
        self.connection.post(Write { text, params, changes, otherwise })
    }

    /// Whether the server was not asked for this text's plan yet.
    fn is_new(&mut self, text: &str) -> bool {
        if self.planned.len() >= REMEMBERED {
            self.planned.clear();
        }
        self.planned.insert(self.hasher.hash_one(text))
    }

    /// The columns of a query of the host's in their order, as our own front end reads it; none where it can't.
    fn columns(&mut self, text: &str) -> Arc<[String]> {
        if let Some(columns) = self.columns.get(text) {
            return Arc::clone(columns);
        }
        let columns: Arc<[String]> = guard::columns(text).into();
        if self.columns.len() >= REMEMBERED {
            self.columns.clear();
        }
        self.columns.insert(text.to_owned(), Arc::clone(&columns));
        columns
    }
}

impl Session for Neo4j {
    fn name(&self) -> String {
        self.connection.target.name()
    }

    fn prepare(&mut self, text: &str, policy: &Policy, meter: &Meter) -> Result<Checked, Fault> {
        guard::check(text, policy, meter)
    }

    fn plan_ahead(&mut self, text: &str, policy: &Policy, params: &Params) -> Result<(), Fault> {
        if !self.is_new(text) {
            return Ok(());
        }
        let meter = Meter::new(player_limits(Some(Instant::now() + PLANNING), 0));
        let Ok(query) = guard::check(text, policy, &meter) else { return Ok(()) };
        // A text that nobody could read here may be anything.
        let Some(canonical) = query.canonical() else { return Ok(()) };
        let explain = format!("EXPLAIN {}", canonical.text());
        let bolt = convert::params_to_bolt(&params.for_query(&query));
        match self.connection.exchange(&explain, bolt, Access::Read, meter.limits()) {
            Err(Fault::Server(fault)) => Err(redact(Fault::Server(fault), params)),
            Ok(_) | Err(Fault::Query(_) | Fault::Time { .. }) => Ok(()),
        }
    }

    fn read(&mut self, query: &Checked, params: &Params, meter: &Meter) -> Result<Outcome, Fault> {
        let limits = meter.limits();
        let Some(text) = query.for_server() else {
            let message = format!("this query was not checked for {}", self.connection.target.uri);
            return Err(Fault::server(ServerFaultKind::Unusable, message));
        };
        let bolt = convert::params_to_bolt(&params.for_query(query));
        let rows = self.connection.exchange(text, bolt, Access::Read, limits);
        let rows = rows.map_err(|mut fault| {
            if let (Fault::Query(fault), Some(canonical)) = (&mut fault, query.canonical()) {
                places::translate(fault, canonical);
            }
            redact(fault, params)
        })?;
        Ok(outcome(query.columns(), rows))
    }

    fn write(&mut self, query: &HostQuery<'_>) -> Result<Outcome, Fault> {
        let bolt = convert::params_to_bolt(query.params.without_key());
        let rows = self.connection.exchange(query.text, bolt, Access::Write, &query.limits);
        let rows = rows.map_err(|fault| redact(fault, &query.params))?;
        Ok(outcome(&self.columns(query.text), rows))
    }

    fn held_up(&self, _: &Meter) -> Duration {
        self.connection.held_up()
    }

    fn place(&mut self, placing: &Placing) -> Result<(), Fault> {
        self.post(&placing.write())
    }

    fn clear(&mut self, consent: &mut Consent<'_>) -> Result<(), Fault> {
        clearing::clear(&mut self.connection, consent)
    }

    fn remarks(&mut self) -> Vec<String> {
        clearing::remarks(&mut self.connection)
    }

    fn recover(&mut self, patience: Duration) -> Result<(), Fault> {
        self.connection.recover(patience)
    }
}

/// Rows in the order of their columns. Where our front end can't read the query, that is the names' order.
fn outcome(columns: &[String], rows: Rows) -> Outcome {
    let mut columns = columns.to_vec();
    if let Some(row) = rows.first()
        && (row.len() != columns.len() || columns.iter().any(|name| !row.contains_key(name)))
    {
        columns = row.keys().cloned().collect();
        columns.sort();
    }
    let take = |row: &mut HashMap<String, Datum>, name| row.remove(name).unwrap_or(Datum::Null);
    let rows = rows
        .into_iter()
        .map(|mut row| columns.iter().map(|name| take(&mut row, name)).collect())
        .collect();
    Outcome { columns, rows, ..Outcome::default() }
}

/// A server may quote a parameter in its complaint.
fn redact(fault: Fault, params: &Params) -> Fault {
    match fault {
        Fault::Query(mut fault) => {
            fault.message = params.redact(&fault.message);
            Fault::Query(fault)
        }
        Fault::Server(mut fault) => {
            fault.message = params.redact(&fault.message);
            Fault::Server(fault)
        }
        Fault::Time { .. } => fault,
    }
}
