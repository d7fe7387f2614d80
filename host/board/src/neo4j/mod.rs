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
//! - Before every query it sends a RESET and waits for the answer: so a move costs two queries and four trips
//!   over the wire.
//! - It routes only with a feature that is marked unstable, and then hands no bookmarks on, so that a read could
//!   go to a member of a cluster that has not seen the last move. Here it does not route; where a URI says
//!   `neo4j`, `routing` asks the server which member writes the database and all of a game goes there. Tried
//!   against single servers only: that a leader which steps down is found anew rests on the driver's error codes
//!   (`NotALeader`) and was not tried on a real cluster, nor on Aura.

mod content;
mod convert;
mod ending;
mod failure;
mod fields;
mod link;
mod places;
mod routing;
mod target;
mod temporal;
mod tls;
mod wire;
mod words;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use neo4rs::BoltMap;
use othello_cypher::Datum;
use tokio::runtime::Runtime;

pub use target::{Target, Tls, Uri, UriError};

use self::failure::Failure;
use self::link::Way;
use self::wire::{Access, Request, Rows, Wire};
use crate::session::{
    Checked, Consent, Fault, HostQuery, Limits, Meter, Outcome, Params, Policy, ServerFault,
    ServerFaultKind, Session, guard, host_limits,
};

/// How long a query's own end on the server is waited for after its deadline.
const GUARD: Duration = Duration::from_millis(1_500);
/// How long to wait between two tries to reach a server that is away.
const PAUSE: Duration = Duration::from_millis(250);
/// How many texts of queries have their columns remembered.
const REMEMBERED: usize = 256;
/// The driver reads lists within lists by recursion; so deep may a server's answer be, and no player's
/// answer shall end the host.
const STACK: usize = 256 << 20;

/// Queries like those of players and of the host, so that the first move does not wait until the server has
/// read its own planner.
const WARM_UP: [&str; 3] = [
    "MATCH (c:Cell) WHERE c.state IS NULL AND EXISTS { (c)-[r:NEIGHBOR_OF]-(:Cell {state: 'O'}) \
     ((:Cell {state: 'O'})-[{direction: r.direction}]-(:Cell {state: 'O'}))* \
     (:Cell {state: 'O'})-[{direction: r.direction}]-(:Cell {state: 'X'}) } \
     RETURN c AS cell ORDER BY rand() LIMIT 1",
    "MATCH (c:Cell) OPTIONAL MATCH (c)--(n:Cell) WITH c, collect(n.state) AS around, count(*) AS many \
     RETURN c AS cell, size([s IN around WHERE s = 'X']) AS x ORDER BY x DESC, many LIMIT 1",
    "EXPLAIN UNWIND [[0, 0, '-']] AS c MATCH (n:Cell {row: c[0], column: c[1]}) \
     WHERE coalesce(n.state, '-') = c[2] WITH collect(n) AS found UNWIND found AS n \
     SET n.state = 'X' RETURN count(n) AS changed",
];

/// A database on a Neo4j server, with one board in it.
pub struct Neo4j {
    target: Target,
    seed: Arc<Way>,
    wire: Option<Wire>,
    columns: HashMap<String, Arc<[String]>>,
    marks: Marks,
    runtime: Runtime,
}

impl Neo4j {
    /// Connects, logs in and has the server warm itself up. Nothing in the database is looked at.
    ///
    /// # Errors
    /// Why that was not possible, and what to do.
    pub fn open(target: Target) -> Result<Neo4j, Fault> {
        let failed = |message| ServerFault { kind: ServerFaultKind::Unusable, message };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(|e| Fault::Server(failed(format!("no runtime for the driver: {e}"))))?;
        let seed = Way::new(target.uri.clone(), target.ca.as_deref()).map_err(Fault::Server)?;
        let mut session = Neo4j {
            target,
            seed: Arc::new(seed),
            wire: None,
            columns: HashMap::new(),
            marks: Marks::new(),
            runtime,
        };
        session.connect().map_err(Fault::Server)?;
        for text in WARM_UP {
            session.own(text, BoltMap::new(), Access::Read)?;
        }
        Ok(session)
    }

    /// Opens a new connection in the place of the old one.
    fn connect(&mut self) -> Result<(), ServerFault> {
        self.wire = None;
        let opened = self.runtime.block_on(async {
            let wire = Wire::open(Arc::clone(&self.seed), &self.target).await?;
            match routing::writer(&wire, &self.target).await {
                None => Ok(wire),
                Some(uri) => Wire::open(Arc::new(self.seed.moved_to(uri)), &self.target).await,
            }
        });
        self.wire = Some(opened?);
        Ok(())
    }

    /// One of the session's own queries, without the rows' order.
    fn own(&mut self, text: &str, params: BoltMap, access: Access) -> Result<Rows, Fault> {
        self.exchange(text, params, access, &host_limits())
    }

    /// One query there and its rows back.
    fn exchange(
        &mut self,
        text: &str,
        params: BoltMap,
        access: Access,
        limits: &Limits,
    ) -> Result<Rows, Fault> {
        if self.wire.is_none() {
            self.connect().map_err(Fault::Server)?;
        }
        let Some(wire) = &self.wire else {
            return Err(Fault::Server(words::lost(&self.target.uri)));
        };
        let left = limits.deadline.map(|at| at.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(Fault::Time { warning: None });
        }
        let mark = self.marks.next();
        let memory = limits.memory.min(limits.bytes.saturating_mul(wire::SWELLING));
        let asked = wire.ask(Request {
            text,
            params,
            access,
            timeout: left,
            mark: &mark,
            rows: limits.rows,
            memory,
        });
        let answer = stacker::grow(STACK, || {
            self.runtime.block_on(async {
                match left {
                    Some(left) => tokio::time::timeout(left + GUARD, asked).await.ok(),
                    None => Some(asked.await),
                }
            })
        });
        match answer {
            Some(Ok(rows)) => Ok(rows),
            Some(Err(failure)) => Err(self.failed(failure, &mark, limits, access)),
            None => Err(self.overdue(&mark, access)),
        }
    }

    /// What a failure means, and what has to be tidied up after it.
    fn failed(&mut self, failure: Failure, mark: &str, limits: &Limits, access: Access) -> Fault {
        match failure {
            Failure::Rows | Failure::Bytes => drop(self.put_an_end(mark)),
            Failure::Driver(neo4rs::Error::Neo4j(_)) => {}
            Failure::Driver(_) | Failure::Way(_) => self.wire = None,
        }
        let answered = self.wire.is_some();
        match words::query(failure, limits, &self.target.uri, &self.target) {
            // The server answered, with something that is nobody's usual fault. Where it is well right
            // afterwards, the query was to blame: a player must not be able to make a game void.
            Fault::Server(fault)
                if answered
                    && access == Access::Read
                    && fault.kind == ServerFaultKind::Away
                    && self.own("RETURN 1", BoltMap::new(), Access::Read).is_ok() =>
            {
                words::to_blame(fault.message)
            }
            // The host's own query has no player whose time could be over.
            Fault::Time { .. } if access == Access::Write => self.too_slow(),
            fault => fault,
        }
    }

    fn too_slow(&self) -> Fault {
        Fault::server(
            ServerFaultKind::Away,
            format!("{} did not finish the host's own query in time", self.target.uri),
        )
    }

    /// A query that had not ended long after its deadline.
    fn overdue(&mut self, mark: &str, access: Access) -> Fault {
        let warning = self.put_an_end(mark);
        match access {
            Access::Read => Fault::Time { warning },
            Access::Write => self.too_slow(),
        }
    }

    /// Closes the connection that a query runs on and ends it on the server, over a new one. Gives a warning
    /// where it can't be ended.
    fn put_an_end(&mut self, mark: &str) -> Option<String> {
        if let Err(fault) = self.connect() {
            return Some(format!("the server could not be asked to end it: {}", fault.message));
        }
        let wire = self.wire.as_ref()?;
        if self.runtime.block_on(ending::end(wire, mark)) {
            return None;
        }
        Some(format!(
            "the query still runs on {} though it was terminated (a single endless expression can't be \
             ended); restart that server to have its processor back",
            self.target.uri
        ))
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

    fn content(&mut self) -> Result<Content, Fault> {
        let counted = self.own(content::COUNTS, BoltMap::new(), Access::Read)?;
        let counts = counted.first().and_then(content::Counts::read).ok_or_else(|| {
            Fault::server(ServerFaultKind::Unusable, "the database could not be counted")
        })?;
        if counts.nodes == 0 {
            return Ok(Content::Nothing);
        }
        if let Some(width) = counts.width() {
            let cells = self.own(content::CELLS, BoltMap::new(), Access::Read)?;
            let links = self.own(content::LINKS, BoltMap::new(), Access::Read)?;
            if content::is_board(width, &cells, &links) {
                return Ok(Content::Board);
            }
        }
        let labels = self.own(content::LABELS, BoltMap::new(), Access::Read)?;
        Ok(Content::Foreign(content::describe(counts, &labels)))
    }

    /// Deletes everything, a batch a transaction: relationships first, since one node may have very many.
    fn delete_all(&mut self) -> Result<(), Fault> {
        for text in [content::CLEAR_LINKS, content::CLEAR] {
            loop {
                let mut params = BoltMap::new();
                params.put("batch".into(), content::BATCH.into());
                let gone = self.own(text, params, Access::Write)?;
                match gone.first().and_then(|row| row.get("gone")) {
                    Some(Datum::Integer(gone)) if *gone >= content::BATCH => {}
                    _ => break,
                }
            }
        }
        Ok(())
    }
}

/// What a database holds.
enum Content {
    Nothing,
    Board,
    Foreign(String),
}

impl Session for Neo4j {
    fn name(&self) -> String {
        self.target.name()
    }

    fn prepare(&mut self, text: &str, policy: &Policy, meter: &Meter) -> Result<Checked, Fault> {
        guard::check(text, policy, meter)
    }

    fn read(&mut self, query: &Checked, params: &Params, meter: &Meter) -> Result<Outcome, Fault> {
        let limits = meter.limits();
        let Some(text) = query.for_server() else {
            let message = format!("this query was not checked for {}", self.target.uri);
            return Err(Fault::server(ServerFaultKind::Unusable, message));
        };
        let bolt = convert::params_to_bolt(&params.for_query(query));
        let rows = self.exchange(text, bolt, Access::Read, limits).map_err(|mut fault| {
            if let (Fault::Query(fault), Some(canonical)) = (&mut fault, query.canonical()) {
                places::translate(fault, canonical);
            }
            redact(fault, params)
        })?;
        if limits.deadline.is_some_and(|at| at < Instant::now()) {
            return Err(Fault::Time { warning: None });
        }
        Ok(outcome(query.columns(), rows))
    }

    fn write(&mut self, query: &HostQuery<'_>) -> Result<Outcome, Fault> {
        let bolt = convert::params_to_bolt(query.params.without_key());
        let rows = self.exchange(query.text, bolt, Access::Write, &query.limits);
        let rows = rows.map_err(|fault| redact(fault, &query.params))?;
        Ok(outcome(&self.columns(query.text), rows))
    }

    fn clear(&mut self, consent: &mut Consent<'_>) -> Result<(), Fault> {
        if let Content::Foreign(found) = self.content()?
            && !consent(&found)
        {
            return Err(Fault::server(
                ServerFaultKind::Occupied,
                format!(
                    "{} holds {found}; nothing was touched. --clear-database deletes all of it first",
                    self.target.name()
                ),
            ));
        }
        self.delete_all()
    }

    fn recover(&mut self, patience: Duration) -> Result<(), Fault> {
        let until = Instant::now() + patience;
        loop {
            match self.connect() {
                Ok(()) => return Ok(()),
                Err(fault) if fault.kind != ServerFaultKind::Away => {
                    return Err(Fault::Server(fault));
                }
                Err(fault) if Instant::now() + PAUSE >= until => return Err(Fault::Server(fault)),
                Err(_) => std::thread::sleep(PAUSE),
            }
        }
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

/// What the host's queries are found by among a server's transactions: nobody else has the same.
struct Marks {
    stem: u64,
    count: u64,
}

impl Marks {
    fn new() -> Marks {
        Marks { stem: RandomState::new().hash_one(std::process::id()), count: 0 }
    }

    fn next(&mut self) -> String {
        self.count += 1;
        format!("{:016x}-{}", self.stem, self.count)
    }
}
