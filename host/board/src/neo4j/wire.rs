//! One connection's worth of talking: a query goes out, its rows come back, within bounds of bytes and rows.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use neo4rs::{
    BoltList, BoltMap, BoltString, BoltType, ConfigBuilder, DetachedRowStream, Graph, Query, Row,
};
use othello_cypher::Datum;
use tokio::task::JoinHandle;

use super::convert;
use super::failure::Failure;
use super::gauge::{FEW, Gauge};
use super::link::{Link, Way};
use super::target::Target;
use super::words;
use crate::session::ServerFault;

/// How many rows come at a time. A result is judged by its size after each such batch.
const BATCH: usize = 200;
/// How long a server may take to say who it is and to accept the password.
const HANDSHAKE: Duration = Duration::from_secs(15);
/// How long a query is given to be on its way; its answer is waited for later in any case.
const SENDING: Duration = Duration::from_millis(100);
/// One connection of the driver's for a query whose answer is not waited for, one for that behind it.
const LANES: usize = 2;
/// The driver's own patience, which must never be the shorter one: every wait is bounded here.
const FOR_EVER: Duration = Duration::from_secs(10 * 365 * 86_400);
/// What the driver makes of a byte can take a hundred bytes of memory, so this many times less may come.
pub(super) const SWELLING: usize = 32;

/// A connection to a server, with the way there.
pub(super) struct Wire {
    graph: Graph,
    link: Link,
    way: Arc<Way>,
}

/// What to do with the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Only read; the server sees to it.
    Read,
    /// Write.
    Write,
}

/// A query on its way.
pub(super) struct Request<'a> {
    pub(super) text: &'a str,
    pub(super) params: BoltMap,
    pub(super) access: Access,
    /// After how long the server is to end it by itself.
    pub(super) timeout: Option<Duration>,
    /// What it is found by among the server's transactions.
    pub(super) mark: &'a str,
    pub(super) rows: usize,
    pub(super) memory: usize,
}

/// Rows as they came: by name, since the driver keeps no order.
pub(super) type Rows = Vec<HashMap<String, Datum>>;

impl Wire {
    /// Connects and logs in. Nothing is tried twice: three wrong passwords lock an account.
    pub(super) async fn open(way: Arc<Way>, target: &Target) -> Result<Wire, ServerFault> {
        let link = Link::open(Arc::clone(&way)).await.map_err(|e| words::no_port(&e))?;
        let mut config = ConfigBuilder::default()
            .uri(format!("bolt://127.0.0.1:{}", link.port))
            .user(&target.user)
            .password(target.password.reveal())
            .fetch_size(BATCH)
            .max_connections(LANES)
            .connection_timeout(FOR_EVER);
        if let Some(database) = &target.database {
            config = config.db(database.as_str());
        }
        let graph = config.build().and_then(Graph::connect).map_err(|e| words::unknown(&e))?;
        let wire = Wire { graph, link, way };
        match wire.hello().await {
            Some(Ok(_)) => Ok(wire),
            Some(Err(failure)) => Err(words::handshake(&failure, &wire.way.uri, target)),
            None => Err(words::silent(&wire.way.uri, HANDSHAKE)),
        }
    }

    /// What the server answers to what nobody can do wrong; nothing where it is silent.
    pub(super) async fn hello(&self) -> Option<Result<Rows, Failure>> {
        let hello = self.ask(Request {
            text: "RETURN 1",
            params: BoltMap::new(),
            access: Access::Read,
            timeout: Some(HANDSHAKE),
            mark: "hello",
            rows: 1,
            memory: FEW * SWELLING,
        });
        tokio::time::timeout(HANDSHAKE, hello).await.ok()
    }

    /// The server at the other end.
    pub(super) fn way(&self) -> &Arc<Way> {
        &self.way
    }

    /// Sends a query and reads all that comes back.
    pub(super) async fn ask(&self, request: Request<'_>) -> Result<Rows, Failure> {
        self.answer_to(request).await
    }

    /// Sends a query, and goes on before its answer has come. What is asked afterwards comes after it on the server as
    /// well. Must be called inside of the runtime.
    pub(super) async fn post(&self, request: Request<'_>) -> AnswerToCome {
        let mut sent = pin!(self.link.gauge.sent());
        // From here on the sending is noticed; it would be missed otherwise.
        sent.as_mut().enable();
        let mut answer = AnswerToCome::new(tokio::spawn(self.answer_to(request)));
        tokio::select! {
            () = sent => {}
            // It could not be sent, or was answered at once.
            () = answer.wait() => {}
            () = tokio::time::sleep(SENDING) => {}
        }
        answer
    }

    fn answer_to(
        &self,
        request: Request<'_>,
    ) -> impl Future<Output = Result<Rows, Failure>> + Send + 'static {
        let gauge = Arc::clone(&self.link.gauge);
        let graph = self.graph.clone();
        gauge.allow(request.memory / SWELLING);
        let mut query = Query::new(request.text.to_owned())
            .with_params(request.params)
            .extra("tx_metadata", mark(request.mark));
        if let Some(timeout) = request.timeout {
            // Zero would mean for ever.
            let milliseconds = timeout.as_millis().max(1);
            query = query.extra("tx_timeout", i64::try_from(milliseconds).unwrap_or(i64::MAX));
        }
        let (access, most) = (request.access, request.rows);
        async move {
            // `Graph::run` would be shorter, but sends a write a second time when the connection breaks after the
            // server has accepted the first.
            let stream = match access {
                Access::Read => graph.execute_read(query).await,
                Access::Write => graph.execute(query).await,
            };
            let mut stream = stream.map_err(|e| failure(&gauge, e))?;
            let mut rows = Rows::new();
            while let Some(row) = stream.next().await.map_err(|e| failure(&gauge, e))? {
                if rows.len() == most {
                    return Err(Failure::Rows);
                }
                rows.push(values(&row));
            }
            Ok(rows)
        }
    }

    /// What is known of the way.
    pub(super) fn gauge(&self) -> &Gauge {
        &self.link.gauge
    }

    /// Sends a query whose answer is not read, so that its transaction stays open, with this metadata.
    pub(super) async fn hold(&self, text: &str, metadata: BoltMap) -> Result<OpenAnswer, Failure> {
        self.link.gauge.allow(FEW);
        // It ends with the game, and not when the server ends transactions by itself.
        let query = Query::new(text.to_owned())
            .extra("tx_metadata", BoltType::Map(metadata))
            .extra("tx_timeout", 0);
        let mut stream =
            self.graph.execute_read(query).await.map_err(|e| failure(&self.link.gauge, e))?;
        stream.next().await.map_err(|e| failure(&self.link.gauge, e))?;
        Ok(OpenAnswer { _stream: stream })
    }
}

/// The driver only sees a closed connection where the link knows why it was closed.
fn failure(gauge: &Gauge, error: neo4rs::Error) -> Failure {
    if gauge.flooded() {
        return Failure::Bytes;
    }
    if gauge.stepped_down() {
        return Failure::NotWriting;
    }
    match gauge.trouble() {
        Some(fault) => Failure::Way(fault),
        None => Failure::Driver(error),
    }
}

/// The answer to a query that was sent and not waited for.
pub(super) struct AnswerToCome {
    task: JoinHandle<Result<Rows, Failure>>,
    come: Option<(Result<Rows, Failure>, Instant)>,
}

impl AnswerToCome {
    fn new(task: JoinHandle<Result<Rows, Failure>>) -> AnswerToCome {
        AnswerToCome { task, come: None }
    }

    /// Waits for it; may be given up, and done again.
    pub(super) async fn wait(&mut self) {
        if self.come.is_none() {
            let lost = |_| Err(Failure::Driver(neo4rs::Error::ConnectionTimedOut));
            let answer = (&mut self.task).await.unwrap_or_else(lost);
            self.come = Some((answer, Instant::now()));
        }
    }

    /// When it came; nothing where it has not.
    pub(super) fn came_at(&self) -> Option<Instant> {
        self.come.as_ref().map(|(_, at)| *at)
    }

    /// The answer; nothing where it has not come.
    pub(super) fn take(mut self) -> Option<Result<Rows, Failure>> {
        self.come.take().map(|(answer, _)| answer)
    }
}

impl Drop for AnswerToCome {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// An answer on its way, and so an open transaction.
pub(super) struct OpenAnswer {
    _stream: DetachedRowStream,
}

/// The key under which a transaction of ours carries its mark.
pub(super) const MARK: &str = "othello";

fn mark(text: &str) -> BoltType {
    let mut map = BoltMap::new();
    map.put(MARK.into(), BoltType::String(BoltString::from(text)));
    BoltType::Map(map)
}

fn values(row: &Row) -> HashMap<String, Datum> {
    row.keys()
        .into_iter()
        .map(|key| {
            let value = row.get::<BoltType>(&key.value).unwrap_or(BoltType::List(BoltList::new()));
            (key.value.clone(), convert::from_bolt(value))
        })
        .collect()
}
