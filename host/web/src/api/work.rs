//! Work that would hold up those who serve everybody: each kind has its places, and whoever waits for it may go.

use std::sync::{Arc, LazyLock};

use othello_moment::thread_time;
use tokio::sync::Semaphore;

use super::visit::Visit;
use crate::client::Client;
use crate::places::Places;
use crate::processor::{USED, Weight};
use crate::refusal::Refusal;

/// Work that takes long: a search, a query, a trial of one.
static HEAVY: LazyLock<Arc<Places>> = LazyLock::new(|| Places::new(4));
/// Work that takes a moment: a game read from its file, a query that is only looked at.
static BRIEF: LazyLock<Arc<Places>> = LazyLock::new(|| Places::new(8));
/// So many files are looked at together, well below the threads that there are: games need some as well.
static ASIDE: Semaphore = Semaphore::const_new(64);

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
    in_place(&HEAVY, Weight::Heavy, client, work).await
}

/// The same of what takes a moment, which does not wait for what takes long.
pub(crate) async fn brief<T: Send + 'static>(
    client: Client,
    work: impl FnOnce(&Visit) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    in_place(&BRIEF, Weight::Brief, client, work).await
}

async fn in_place<T: Send + 'static>(
    places: &Arc<Places>,
    weight: Weight,
    client: Client,
    work: impl FnOnce(&Visit) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    USED.admit(&client, weight)?;
    let place = places.take_ranked(client.clone(), USED.rank(&client)).await?;
    let visit = Visit::default();
    let _leaving = visit.ends_with();
    blocking(move || {
        let _place = place;
        let before = thread_time();
        let done = work(&visit);
        USED.spend(&client, thread_time().saturating_sub(before) + visit.used_elsewhere());
        done
    })
    .await
}
