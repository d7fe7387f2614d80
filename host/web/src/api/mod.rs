//! What the page asks for by HTTP, one file a subject. `PROTOCOL.md` has every message.

pub(crate) mod about;
mod body;
pub(crate) mod bots;
pub(crate) mod contests;
pub(crate) mod evaluate;
pub(crate) mod games;
pub(crate) mod history;
pub(crate) mod learn;
pub(crate) mod players;
pub(crate) mod positions;
pub(crate) mod qr;
pub(crate) mod query;
mod query_result;
pub(crate) mod trial;
mod visit;
mod visitor;

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
pub(crate) use body::Body;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use visit::Visit;

use crate::lobby::Lobby;
use crate::owner::Visitors;
use crate::refusal::Refusal;
use crate::trial_games::TrialContests;

/// So much work that takes long is done at once, and so long others wait for it.
static HEAVY: Semaphore = Semaphore::const_new(4);
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    /// All live games.
    pub lobby: Arc<Lobby>,
    /// Where people find the server.
    pub addresses: Arc<Vec<String>>,
    /// What visitors must know.
    pub token: Option<String>,
    /// How visitors are told apart.
    pub visitors: Visitors,
    /// The contests that were started from the page.
    pub trials: Arc<TrialContests>,
}

/// Does something that takes its time without holding up anybody else.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(Refusal::broken("it broke off by a fault of the server")),
    }
}

/// Does something that may take long, with few others at the same time. It is told when its visitor goes, and keeps
/// its place until it has really ended.
pub(crate) async fn heavy<T: Send + 'static>(
    work: impl FnOnce(&Visit) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let Ok(Ok(place)) = timeout(QUEUE_TIMEOUT, HEAVY.acquire()).await else {
        let why = "too many ask at once; try again in a moment";
        return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, why));
    };
    let visit = Visit::default();
    let _leaving = visit.ends_with();
    aside(move || {
        let _place = place;
        work(&visit)
    })
    .await
}
