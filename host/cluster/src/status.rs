//! Who works, and on what.

use crate::connection::Connection;
use crate::error::ClusterError;
use crate::message::{Notice, WorkerStatus};
use crate::names::{ContestId, DESK};
use crate::storage::Storage;

/// A contest that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestStatus {
    /// Its name on the server.
    pub contest: ContestId,
    /// Who plays.
    pub title: String,
    /// How many pairs are in the queue, those among them that are played.
    pub queued: u64,
    /// How many results wait for the organiser.
    pub results: u64,
    /// Whether its organiser is there.
    pub organised: bool,
}

/// Who works, and on what.
#[derive(Clone, Debug)]
pub struct Status {
    /// The contests, by their names on the server.
    pub contests: Vec<ContestStatus>,
    /// The workers, by their names.
    pub workers: Vec<WorkerStatus>,
    /// What could not be read.
    pub unread: Vec<String>,
}

impl Status {
    /// Looks at the server.
    ///
    /// # Errors
    /// Where it can't be read.
    pub fn read(link: &Connection) -> Result<Status, ClusterError> {
        link.block_on(async {
            let mut status =
                Status { contests: Vec::new(), workers: Vec::new(), unread: Vec::new() };
            // Whoever only looks puts nothing there.
            let Some(storage) = Storage::look(link.context()).await? else { return Ok(status) };
            for (name, bytes) in Storage::all(&storage.contests).await? {
                match Notice::read(&bytes) {
                    Ok(notice) => status.contests.push(contest(&storage, notice).await),
                    Err(error) => status.unread.push(format!("{name}: {error}")),
                }
            }
            for (name, bytes) in Storage::all(&storage.workers).await? {
                match WorkerStatus::read(&bytes) {
                    Ok(worker) => status.workers.push(worker),
                    Err(error) => status.unread.push(format!("{name}: {error}")),
                }
            }
            status.contests.sort_by(|one, other| one.contest.cmp(&other.contest));
            status.workers.sort_by(|one, other| one.worker.cmp(&other.worker));
            Ok(status)
        })
    }
}

async fn contest(storage: &Storage, notice: Notice) -> ContestStatus {
    let messages = async |name: String| match storage.context.get_stream(name).await {
        Ok(stream) => stream.cached_info().state.messages,
        Err(_) => 0,
    };
    ContestStatus {
        queued: messages(notice.contest.pairs_stream()).await,
        results: messages(notice.contest.results_stream()).await,
        organised: is_organised(storage, &notice.contest).await,
        contest: notice.contest,
        title: notice.title,
    }
}

/// Whether somebody asks for a contest's results, or has some.
async fn is_organised(storage: &Storage, contest: &ContestId) -> bool {
    let Ok(results) = storage.context.get_stream(contest.results_stream()).await else {
        return false;
    };
    let desk = results.consumer_info(DESK).await;
    desk.is_ok_and(|desk| desk.num_waiting > 0 || desk.num_ack_pending > 0)
}
