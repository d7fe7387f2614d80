//! The server: listens, routes, and keeps slow and surplus connections from taking it away from others.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use axum::routing::{get, post};
use axum::{Extension, Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use othello_ladder::Desk;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use crate::api::visitor::{limited, recognised};
use crate::api::{self, Shared};
use crate::bounded_stream::{BoundedStream, StaysOpen};
use crate::compression::compressed;
use crate::door::Door;
use crate::guard::{Guard, Peer, guarded};
use crate::ladder::{self, Course};
use crate::limits::Act;
use crate::lobby::Lobby;
use crate::refusal::worded;
use crate::visitors::Visitors;
use crate::{files, socket};

/// How long somebody may take to send the head of a request, the first or the next one.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long somebody may leave what was sent unread.
const UNREAD_TIMEOUT: Duration = Duration::from_secs(20);

/// How the server is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub address: SocketAddr,
    /// Names that it answers to beside its addresses.
    pub names: Vec<String>,
    /// What others than this machine must know.
    pub token: Option<String>,
}

/// A server that listens already.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    guard: Guard,
}

impl Server {
    /// Listens; answers nobody yet.
    ///
    /// # Errors
    /// Where the address can't be listened on.
    pub fn listen(config: &Config) -> io::Result<Server> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).thread_name("page").enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind(config.address))?;
        let Config { names, token, .. } = config.clone();
        let guard = Guard { address: listener.local_addr()?, names, token };
        Ok(Server { runtime, listener, guard })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.guard.address
    }

    /// The address for whoever runs the server, with the token in it.
    #[must_use]
    pub fn address_to_visit(&self) -> String {
        let token = self.guard.token.as_ref().map(|token| format!("?token={token}"));
        format!("{}{}", self.addresses()[0], token.unwrap_or_default())
    }

    /// Where people find the server: that of the machine in its network first, where it listens there.
    #[must_use]
    pub fn addresses(&self) -> Vec<String> {
        let own = self.guard.address;
        let named = self.guard.names.iter().map(|name| format!("http://{name}/"));
        let mut ips = vec![own.ip()];
        if own.ip().is_unspecified() {
            ips = network_address(own.ip()).into_iter().collect();
            ips.push(if own.is_ipv6() {
                Ipv6Addr::LOCALHOST.into()
            } else {
                Ipv4Addr::LOCALHOST.into()
            });
        }
        let numbered = ips.iter().map(|&ip| format!("http://{}/", SocketAddr::new(ip, own.port())));
        numbered.chain(named).collect()
    }

    /// Serves this lobby until the process ends, or until `done` says so.
    pub fn run(self, lobby: Arc<Lobby>, done: impl Future<Output = ()>) {
        let shared = Shared {
            lobby: Arc::clone(&lobby),
            addresses: Arc::new(self.addresses()),
            guard: self.guard.clone(),
            visitors: Visitors::new(self.address().port(), !self.guard.names.is_empty()).into(),
            limits: Arc::default(),
            ratings: Arc::default(),
            evaluations: Arc::default(),
            trials: Arc::default(),
        };
        self.serve(routes(shared), async {
            tokio::select! {
                () = lobby.keep() => {}
                () = done => {}
            }
        });
    }

    /// Serves a ladder until the process ends.
    pub fn run_ladder(self, desk: Arc<Desk>, course: Course) {
        let routes = ladder::routes(desk, course, self.addresses());
        self.serve(routes, std::future::pending());
    }

    fn serve(self, routes: Router, done: impl Future<Output = ()>) {
        let Server { runtime, listener, guard } = self;
        let door = Door::new(!guard.names.is_empty());
        let routes = routes.layer(middleware::from_fn_with_state(guard, guarded));
        runtime.block_on(async {
            tokio::select! {
                () = accept(listener, routes, door) => {}
                () = done => {}
            }
        });
        runtime.shutdown_background();
    }
}

/// This machine's address in its network, as the system would choose it to reach others. Nothing is sent.
fn network_address(like: IpAddr) -> Option<IpAddr> {
    let far = if like.is_ipv6() { "[2001:db8::1]:9" } else { "192.0.2.1:9" };
    let socket = UdpSocket::bind(SocketAddr::new(like, 0)).ok()?;
    socket.connect(far).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Takes connections in, each on a task of its own.
async fn accept(listener: TcpListener, routes: Router, door: Arc<Door>) {
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            // Out of files, most likely; some will be given back.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let address = from.ip().to_canonical();
        // Whoever holds too many already finds the door closed.
        let Some(admission) = door.admit(address) else { continue };
        let stays_open = StaysOpen::default();
        let routes = routes.clone().layer(Extension(Peer(address)));
        let routes = routes.layer(Extension(stays_open.clone()));
        tokio::spawn(async move {
            serve(stream, stays_open, routes).await;
            drop(admission);
        });
    }
}

async fn serve(stream: TcpStream, stays_open: StaysOpen, routes: Router) {
    // Small messages are to be there at once; where that can't be set they are a little later.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(routes);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_buf_size(64 << 10);
    // A connection that breaks is the other side's business.
    let stream = TokioIo::new(BoundedStream::new(stream, UNREAD_TIMEOUT, stays_open));
    let _ = builder.serve_connection(stream, service).with_upgrades().await;
}

fn routes(shared: Shared) -> Router {
    let limited = |act: Act, routes: Router<Shared>| {
        routes.route_layer(middleware::from_fn_with_state((shared.clone(), act), limited))
    };
    let recognised = middleware::from_fn_with_state(shared.clone(), recognised);
    pages()
        .merge(limited(Act::Look, looks()))
        .merge(limited(Act::Game, games()))
        .merge(limited(Act::Save, saves()))
        .merge(limited(Act::Run, runs()))
        .merge(limited(Act::Evaluation, evaluations()))
        .merge(limited(
            Act::Contest,
            Router::new().route("/api/bots/{name}/games", post(api::bots::play)),
        ))
        .merge(limited(
            Act::Entry,
            Router::new().route("/api/games/{id}/socket", get(socket::connect)),
        ))
        .layer(recognised)
        .route("/page/{*name}", get(files::file))
        .fallback(files::nowhere)
        .with_state(shared)
        .layer(middleware::from_fn(worded))
        .layer(middleware::from_fn(compressed))
}

fn pages() -> Router<Shared> {
    Router::new()
        .route("/", get(files::page))
        .route("/game/{id}", get(files::game))
        .route("/game/{id}/{key}", get(files::game))
        .route("/console", get(files::view))
        .route("/learn", get(files::view))
        .route("/learn/{name}", get(files::view))
        .route("/rules", get(files::view))
        .route("/bots", get(files::view))
        .route("/bots/{name}", get(files::view))
        .route("/history", get(files::view))
        .route("/history/{number}", get(files::view))
        .route("/ratings", get(files::view))
        .route("/contests", get(files::view))
        .route("/contests/{name}", get(files::view))
        .route("/contests/{name}/{number}", get(files::view))
}

/// What shows something, or does what takes a moment.
fn looks() -> Router<Shared> {
    Router::new()
        .route("/api/about", get(api::about::about))
        .route("/api/players", get(api::players::list))
        .route("/api/games", get(api::games::list))
        .route("/api/games/{id}", get(api::games::state))
        .route("/api/games/{id}/record", get(api::games::record))
        .route("/api/position", post(api::positions::position))
        .route("/api/read", post(api::positions::read))
        .route("/api/review", post(api::review::review))
        .route("/api/check", post(api::trial::check))
        .route("/api/history", get(api::history::list))
        .route("/api/history/{number}", get(api::history::one))
        .route("/api/history/{number}/record", get(api::history::record))
        .route("/api/ratings", get(api::history::ratings))
        .route("/api/contests", get(api::contests::list))
        .route("/api/contests/{name}", get(api::contests::one))
        .route("/api/contests/{name}/{number}", get(api::contests::replay))
        .route("/api/contests/{name}/{number}/record", get(api::contests::record))
        .route("/api/contests/{name}/stop", post(api::contests::stop))
        .route("/api/bots", get(api::bots::list))
        .route("/api/bots/{name}", get(api::bots::one).delete(api::bots::delete))
        .route("/api/bots/{name}/file", get(api::bots::file))
        .route("/api/learn", get(api::learn::list))
        .route("/api/learn/{name}", get(api::learn::one))
        .route("/api/learn/{name}/hints", post(api::learn::hints))
        .route("/api/learn/{name}/solution", get(api::learn::solution))
        .route("/api/invitation", get(api::qr::invitation))
        .route("/api/qr", get(api::qr::code))
}

fn games() -> Router<Shared> {
    Router::new()
        .route("/api/games", post(api::games::make))
        .route("/api/games/{id}/again", post(api::games::again))
}

fn saves() -> Router<Shared> {
    Router::new()
        .route("/api/players", post(api::players::save))
        .route("/api/bots", post(api::bots::save))
        .route("/api/files", post(api::brought::bring))
}

fn runs() -> Router<Shared> {
    Router::new()
        .route("/api/query", post(api::query::query))
        .route("/api/walk", post(api::query::walk))
        .route("/api/graph", post(api::query::graph))
        .route("/api/trial", post(api::trial::trial))
        .route("/api/learn/{name}/check", post(api::learn::check))
}

fn evaluations() -> Router<Shared> {
    Router::new().route("/api/evaluate", post(api::evaluate::evaluate))
}
