//! Ends a query that did not end by itself. Closing its connection is not enough: the server may go on. So
//! it is looked up among the server's transactions by its mark, over a second connection, and terminated.

use std::time::{Duration, Instant};

use neo4rs::{BoltList, BoltMap, BoltString, BoltType};
use othello_cypher::Datum;
use tokio::sync::oneshot;

use super::wire::{Access, MARK, Request, Wire};

/// How long a query's own end on the server is waited for after its deadline.
const GUARD: Duration = Duration::from_millis(1_500);
/// How long to look whether a terminated query is really gone.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long one question may take.
const QUESTION: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(100);

const FIND: &str = "\
SHOW TRANSACTIONS YIELD transactionId, metaData, status
WHERE metaData.othello IN $marks
RETURN transactionId AS id";
const TERMINATE: &str = "TERMINATE TRANSACTIONS $ids";

/// What became of a query that was to be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It ran no more when it was looked for.
    WasOver,
    /// It was ended.
    Ended,
    /// It runs on, or nobody can tell.
    Runs,
}

/// Ends what runs under `mark`.
pub(super) async fn end(wire: &Wire, mark: &str) -> Ending {
    debug_assert_eq!(MARK, "othello", "the query names the key");
    let until = Instant::now() + PATIENCE;
    let mut asked = Vec::new();
    while Instant::now() < until {
        let Some(ids) = find(wire, &[mark]).await else {
            return Ending::Runs;
        };
        if ids.is_empty() {
            return if asked.is_empty() { Ending::WasOver } else { Ending::Ended };
        }
        if asked != ids {
            let list: Vec<_> = ids.iter().map(String::as_str).collect();
            let _ = question(wire, TERMINATE, "ids", texts(&list)).await;
            asked = ids;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ending::Runs
}

/// The transactions of queries; nothing where nobody answers.
pub(super) async fn find(wire: &Wire, marks: &[&str]) -> Option<Vec<String>> {
    let rows = question(wire, FIND, "marks", texts(marks)).await?;
    let ids = rows.into_iter().filter_map(|mut row| match row.remove("id") {
        Some(Datum::Text(id)) => Some(id),
        _ => None,
    });
    Some(ids.collect())
}

fn texts(texts: &[&str]) -> BoltType {
    let texts = texts.iter().map(|&text| BoltType::String(BoltString::from(text)));
    BoltType::List(BoltList { value: texts.collect() })
}

async fn question(
    wire: &Wire,
    text: &str,
    name: &str,
    value: BoltType,
) -> Option<super::wire::Rows> {
    let mut params = BoltMap::new();
    params.put(name.into(), value);
    let asked = wire.ask(Request {
        text,
        params,
        access: Access::Read,
        timeout: Some(QUESTION),
        mark: "ending",
        rows: 1_000,
        memory: 64 << 20,
    });
    tokio::time::timeout(QUESTION, asked).await.ok()?.ok()
}

/// Ends when a query that has so much time left, once the write before it was answered, should long have ended; never
/// where it has no end.
pub(super) async fn overdue(written: oneshot::Receiver<()>, left: Option<Duration>) {
    let _ = written.await;
    match left {
        Some(left) => tokio::time::sleep(left + GUARD).await,
        None => std::future::pending().await,
    }
}
