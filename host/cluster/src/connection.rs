//! A connection to the server, with the runtime that the client needs. Once it is there it is there for good: when the
//! server goes away it is waited for, and what was asked meanwhile fails or is asked again by whoever asked.

use std::error::Error;
use std::future::Future;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::context::{
    ContextBuilder, GetStreamError, GetStreamErrorKind, RequestError, RequestErrorKind,
};
use async_nats::jetstream::{Context, ErrorCode};
use async_nats::{Client, ConnectErrorKind, Event};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::error::ClusterError;
use crate::pace::Pace;
use crate::server::Server;

/// How long the server has for an answer.
const ANSWER: Duration = Duration::from_secs(4);
/// How long it has to let us in.
const WELCOME: Duration = Duration::from_secs(5);
/// How soon a server that went away is tried again.
const PAUSE: Duration = Duration::from_millis(500);
/// How long the servers of a cluster have to find each other, and to choose who of them leads a stream.
const ELECTION: Duration = Duration::from_secs(30);
/// How many messages may be on their way to the server without its answer.
const ON_THE_WAY: usize = 10_000;
/// How much of what a server takes is left to a message's headers.
const HEADERS: usize = 1024;
/// So many things that credentials are not enough for are told of.
const MOST_FORBIDDEN: usize = 8;
/// How the server begins to say what somebody may not do.
const VIOLATION: &str = "permissions violation for ";

/// A connection to the server.
pub struct Connection {
    runtime: Runtime,
    client: Client,
    context: Context,
    server: Server,
    events: Arc<Events>,
    pace: Pace,
}

/// Brings results to the server, and outlives whoever has played them.
pub(crate) struct Courier {
    context: Context,
    events: Arc<Events>,
}

/// What became of the connection.
#[derive(Default)]
struct Events {
    news: Mutex<Vec<String>>,
    away: AtomicBool,
    /// Whether the server is there and takes no results.
    refuses: AtomicBool,
    /// What these credentials are not enough for, as the server said; each once.
    forbidden: Mutex<Vec<String>>,
}

/// Work that ends with its owner.
pub(crate) struct Task(JoinHandle<()>);

impl From<JoinHandle<()>> for Task {
    fn from(handle: JoinHandle<()>) -> Task {
        Task(handle)
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Connection {
    /// Connects, and sees to it that the server has JetStream.
    ///
    /// # Errors
    /// Where nobody answers, or not as it is needed.
    pub fn open(server: &Server) -> Result<Connection, ClusterError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("cluster")
            .enable_all()
            .build()
            .map_err(|error| ClusterError::System(error.to_string()))?;
        let events = Arc::new(Events::default());
        let (seen, name) = (Arc::clone(&events), server.to_string());
        let options = server
            .options()?
            .name("othello-host")
            .connection_timeout(WELCOME)
            .request_timeout(Some(ANSWER))
            .reconnect_delay_callback(|tries| if tries == 0 { Duration::ZERO } else { PAUSE })
            .event_callback(move |event| {
                seen.see(&event, &name);
                std::future::ready(())
            });
        let client = runtime
            .block_on(options.connect(server.addresses()))
            .map_err(|error| refusal(server, &error))?;
        // It begins a task of its own.
        let inside = runtime.enter();
        let context = ContextBuilder::new()
            .timeout(ANSWER)
            .ack_timeout(ANSWER)
            .max_ack_inflight(ON_THE_WAY)
            .backpressure_on_inflight(true)
            .build(client.clone());
        drop(inside);
        let (server, pace) = (server.clone(), Pace::default());
        let connection = Connection { runtime, client, context, server, events, pace };
        connection.check_jetstream()?;
        Ok(connection)
    }

    /// The same for somebody who waits less than usual.
    #[must_use]
    pub fn with_pace(self, pace: Pace) -> Connection {
        Connection { pace, ..self }
    }

    /// How long is waited.
    pub(crate) fn pace(&self) -> Pace {
        self.pace
    }

    /// Looks for a stream that nobody has: a server without JetStream does not even say so.
    fn check_jetstream(&self) -> Result<(), ClusterError> {
        self.settle(|| async {
            let Err(error) = self.context.get_stream("othello-nothing").await else {
                return Ok(());
            };
            let server = self.server.to_string();
            match error.kind() {
                GetStreamErrorKind::JetStream(error)
                    if error.error_code() == ErrorCode::STREAM_NOT_FOUND =>
                {
                    Ok(())
                }
                // The request is answered by nothing, and the server has said before why.
                _ => Err(match self.events.forbidden().pop() {
                    Some(what) => ClusterError::Forbidden { server, what },
                    None if self.is_cluster() && has_no_leader(&error) => {
                        ClusterError::of("say what it keeps")(&error)
                    }
                    None => ClusterError::NoJetStream { server },
                }),
            }
        })
    }

    /// Whether there are several servers, of which one leads.
    fn is_cluster(&self) -> bool {
        self.client.server_info().cluster.is_some()
    }

    /// What became of the connection since the last time.
    pub fn news(&self) -> Vec<String> {
        std::mem::take(&mut *self.events.news.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether the server is away now.
    pub(crate) fn is_away(&self) -> bool {
        self.events.is_away()
    }

    /// How long a message the server takes.
    pub(crate) fn longest(&self) -> usize {
        match self.client.server_info().max_payload {
            0 => usize::MAX,
            longest => longest.saturating_sub(HEADERS),
        }
    }

    /// What brings results while others are played.
    pub(crate) fn courier(&self) -> Courier {
        Courier { context: self.context.clone(), events: Arc::clone(&self.events) }
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    pub(crate) fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
    }

    /// Does what may be done twice, where the servers of a cluster have not found each other yet again and again for a while:
    /// they answer late, not at all, or that there are too few of them.
    pub(crate) fn settle<T, F>(&self, attempt: impl Fn() -> F) -> Result<T, ClusterError>
    where
        F: Future<Output = Result<T, ClusterError>>,
    {
        let begun = Instant::now();
        self.block_on(async {
            loop {
                match attempt().await {
                    Err(ClusterError::Server { .. })
                        if self.is_cluster() && begun.elapsed() < ELECTION =>
                    {
                        tokio::time::sleep(PAUSE).await;
                    }
                    done => return done,
                }
            }
        })
    }

    pub(crate) fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) -> Task {
        Task(self.begin(future))
    }

    /// Begins something whose result is wanted later.
    pub(crate) fn begin<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.runtime.spawn(future)
    }

    /// Gives what was sent a moment to leave.
    pub(crate) fn flush(&self) {
        let flushed = async { tokio::time::timeout(ANSWER, self.client.flush()).await };
        // Nobody is there to send it to; whoever needed an answer has asked for one.
        let _ = self.block_on(flushed);
    }
}

impl Courier {
    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    /// Takes note of what became of a result that was brought: that it waits is said once, and that it went on.
    pub(crate) fn was_brought(&self, refused: Option<&str>) {
        let refuses = |does| self.events.refuses.swap(does, Ordering::Relaxed);
        match refused {
            // A server that is away was told of already.
            Some(_) if self.events.is_away() => {}
            Some(why) if !refuses(true) => self.events.say(format!(
                "the NATS server takes no results ({why}; its log says more); they wait here and are brought again"
            )),
            None if refuses(false) => {
                self.events.say("the NATS server takes results again".to_owned());
            }
            _ => {}
        }
    }
}

impl Events {
    fn is_away(&self) -> bool {
        self.away.load(Ordering::Relaxed)
    }

    fn see(&self, event: &Event, server: &str) {
        if let Event::ServerError(error) = event {
            return self.forbid(&error.to_string(), server);
        }
        let news = match event {
            Event::Disconnected if !self.away.swap(true, Ordering::Relaxed) => {
                format!("the NATS server at {server} is away; it is waited for")
            }
            Event::Connected if self.away.swap(false, Ordering::Relaxed) => {
                format!("the NATS server at {server} is back")
            }
            _ => return,
        };
        self.say(news);
    }

    /// Takes note of what credentials are not enough for, and says it the first time.
    fn forbid(&self, error: &str, server: &str) {
        let Some(at) = error.to_ascii_lowercase().find(VIOLATION) else { return };
        let what = &error[at + VIOLATION.len()..];
        let mut forbidden = self.forbidden();
        if forbidden.len() < MOST_FORBIDDEN && !forbidden.iter().any(|known| known == what) {
            forbidden.push(what.to_owned());
            self.say(
                ClusterError::Forbidden { server: server.to_owned(), what: what.to_owned() }
                    .to_string(),
            );
        }
    }

    fn forbidden(&self) -> MutexGuard<'_, Vec<String>> {
        self.forbidden.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, news: String) {
        self.news.lock().unwrap_or_else(PoisonError::into_inner).push(news);
    }
}

fn refusal(server: &Server, error: &async_nats::ConnectError) -> ClusterError {
    let server = server.to_string();
    if let Some(why) = handshake_failure(error) {
        return ClusterError::Tls { server, why };
    }
    let why = error.to_string();
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            ClusterError::Refused { server }
        }
        ConnectErrorKind::Tls => ClusterError::Tls { server, why },
        _ => ClusterError::Away { server, why },
    }
}

/// Whether the servers of a cluster have not chosen yet who answers.
fn has_no_leader(error: &GetStreamError) -> bool {
    match error.kind() {
        GetStreamErrorKind::JetStream(error) => {
            error.error_code() == ErrorCode::CLUSTER_NOT_AVAILABLE
        }
        _ => error
            .source()
            .and_then(|source| source.downcast_ref::<RequestError>())
            .is_some_and(|error| error.kind() == RequestErrorKind::TimedOut),
    }
}

/// Why no secure connection came about, where that is so: the client calls it a failure to read.
fn handshake_failure(error: &async_nats::ConnectError) -> Option<String> {
    let mut causes = std::iter::successors(error.source(), |&cause| cause.source());
    let failures = causes.find_map(|cause| cause.downcast_ref::<io::Error>());
    failures.filter(|cause| cause.kind() == io::ErrorKind::InvalidData).map(ToString::to_string)
}
