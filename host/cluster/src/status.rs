//! Who works, and on what.

use crate::connection::Connection;
use crate::error::ClusterError;
use crate::message::{Notice, WorkerStatus};
use crate::names::{ContestId, DESK};
use crate::storage::Storage;

/// How often all workers together may say what they make of a contest.
const MOST_TOLD: usize = 100_000;

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
            for name in Storage::keys(&storage.contests).await? {
                let Some(bytes) = Storage::entry(&storage.contests, &name).await? else { continue };
                match Notice::read(&bytes) {
                    Ok(notice) => status.contests.push(contest(&storage, notice).await),
                    Err(error) => status.unread.push(format!("{name}: {error}")),
                }
            }
            let (mut told, mut left_out) = (0, 0);
            for name in Storage::keys(&storage.workers).await? {
                let Some(bytes) = Storage::entry(&storage.workers, &name).await? else { continue };
                match WorkerStatus::read(&bytes) {
                    Ok(mut worker) => {
                        told += worker.contests.len();
                        if told > MOST_TOLD {
                            left_out += worker.contests.len();
                            worker.contests.clear();
                        }
                        status.workers.push(worker);
                    }
                    Err(error) => status.unread.push(format!("{name}: {error}")),
                }
            }
            if left_out > 0 {
                status.unread.push(format!("{left_out} more words of workers on contests"));
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
