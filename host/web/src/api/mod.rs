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

use std::sync::{Arc, LazyLock};

pub(crate) use body::Body;
use tokio::sync::Semaphore;
use visit::Visit;

use crate::client::Client;
use crate::guard::Guard;
use crate::lobby::Lobby;
use crate::owner::Visitors;
use crate::places::Places;
use crate::rating_table::UsualRatings;
use crate::refusal::Refusal;
use crate::trial_games::TrialContests;

/// Work that takes long: a search, a query, a trial of one.
static HEAVY: LazyLock<Arc<Places>> = LazyLock::new(|| Places::new(4));
/// Work that takes a moment: a game read from its file, a query that is only looked at.
static BRIEF: LazyLock<Arc<Places>> = LazyLock::new(|| Places::new(8));
/// So many files are looked at together, well below the threads that there are: games need some as well.
static ASIDE: Semaphore = Semaphore::const_new(64);

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    /// All live games.
    pub lobby: Arc<Lobby>,
    /// Where people find the server.
    pub addresses: Arc<Vec<String>>,
    /// Who may talk to the server.
    pub guard: Guard,
    /// How visitors are told apart.
    pub visitors: Visitors,
    /// How strong everybody is.
    pub ratings: Arc<UsualRatings>,
    /// The contests that were started from the page.
    pub trials: Arc<TrialContests>,
}

/// Looks at a file or two without holding up anybody else.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    // It is never closed, and kept until the work has really ended.
    let place = ASIDE.acquire().await;
    blocking(move || {
        let _place = place;
        work()
    })
    .await
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(Refusal::broken("it broke off by a fault of the server")),
    }
}

/// Does something that may take long on somebody's account, with few others at the same time. It is told when its
/// visitor goes, and keeps its place until it has really ended.
pub(crate) async fn heavy<T: Send + 'static>(
    client: Client,
    work: impl FnOnce(&Visit) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    in_place(&HEAVY, client, work).await
}

/// The same of what takes a moment, which does not wait for what takes long.
pub(crate) async fn brief<T: Send + 'static>(
    client: Client,
    work: impl FnOnce(&Visit) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    in_place(&BRIEF, client, work).await
}

async fn in_place<T: Send + 'static>(
    places: &Arc<Places>,
    client: Client,
    work: impl FnOnce(&Visit) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let place = places.take(client).await?;
    let visit = Visit::default();
    let _leaving = visit.ends_with();
    blocking(move || {
        let _place = place;
        work(&visit)
    })
    .await
}
