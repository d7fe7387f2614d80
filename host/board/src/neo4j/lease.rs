//! A running game's hold on its database, which other hosts see: a transaction that stays open as long as the session
//! lives and says in its metadata who plays. It adds nothing to the graph, and is gone with the process that held it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use neo4rs::{BoltMap, BoltString, BoltType};
use othello_cypher::Datum;

use super::failure::Failure;
use super::target::Target;
use super::wire::{Access, OpenAnswer, Request, Wire};
use super::words;
use crate::session::ServerFault;

/// An answer that is never read to its end.
const HOLD: &str = "UNWIND range(1, 1000000) AS held RETURN held";
const LEASES: &str = "\
SHOW TRANSACTIONS YIELD database, transactionId, startTime, metaData, status \
WHERE metaData.lease IS NOT NULL AND NOT status STARTS WITH 'Terminated' \
RETURN database, transactionId AS id, startTime AS since, datetime(startTime).epochMillis AS began, \
metaData.lease AS lease, metaData.who AS who";
/// How long another's hold is given to go away: that of a process that has just ended is still there for a moment.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(150);
/// How long the server may take to open or list transactions.
const QUESTION: Duration = Duration::from_secs(10);
/// How often the server is asked whether it still knows of a hold.
const LOOK_INTERVAL: Duration = Duration::from_secs(3);

/// What a session has of its database.
#[derive(Default)]
pub(super) enum Hold {
    /// Nothing, and it was not asked for.
    #[default]
    Nothing,
    /// No more what it had.
    Lost,
    /// Nothing, since the server lets us open no transaction for others to see, or see none of others.
    Refused,
    /// The database.
    Lease(Box<Lease>),
}

/// An open transaction, which others see.
pub(super) struct Lease {
    // The answer goes before the connection that it comes over.
    _answer: OpenAnswer,
    wire: Wire,
    looked: Instant,
}

/// Somebody else's hold on the same database.
#[derive(Debug)]
struct Holder {
    who: String,
    since: String,
    transaction: String,
}

impl Hold {
    /// Takes the database of `wire`, over a connection of its own, unless somebody else came before.
    pub(super) async fn take(
        wire: &Wire,
        target: &Target,
        name: &str,
    ) -> Result<Hold, ServerFault> {
        let own = Wire::open(Arc::clone(wire.way()), target).await?;
        let Some(answer) = open(&own, target, name).await? else { return Ok(Hold::Refused) };
        let lease = Box::new(Lease { _answer: answer, wire: own, looked: Instant::now() });
        match holder(wire, target, name).await {
            Ok(Some(Holder { who, since, transaction })) => {
                drop(lease);
                // The connection is closed by a task, which has to have its turn.
                tokio::time::sleep(PAUSE).await;
                Err(words::held(target, &who, &since, &transaction))
            }
            Ok(None) => Ok(Hold::Lease(lease)),
            Err(fault) => Err(fault),
        }
    }

    /// Whether it was asked for and is there no more, as far as that is known here.
    pub(super) fn is_lost(&self) -> bool {
        match self {
            Hold::Nothing | Hold::Refused => false,
            Hold::Lost => true,
            Hold::Lease(lease) => lease.wire.gauge().has_closed(),
        }
    }

    /// It may have been lost with everything else, and has to be taken again where it was there.
    pub(super) fn let_go(&mut self) {
        if !matches!(self, Hold::Nothing) {
            *self = Hold::Lost;
        }
    }

    /// Asks the server from time to time, over another connection, whether it still knows of it: somebody may have
    /// ended it. What becomes of the question itself shows with the next one.
    pub(super) async fn look(&mut self, wire: &Wire, target: &Target, name: &str) {
        let Hold::Lease(lease) = self else { return };
        if lease.looked.elapsed() < LOOK_INTERVAL {
            return;
        }
        lease.looked = Instant::now();
        if let Ok(Some(listed)) = unless_refused(wire, target, list(wire)).await
            && !listed.iter().any(|one| one.lease == name)
        {
            *self = Hold::Lost;
        }
    }
}

/// Opens the transaction; nothing where the server does not let us.
async fn open(wire: &Wire, target: &Target, name: &str) -> Result<Option<OpenAnswer>, ServerFault> {
    let mut metadata = BoltMap::new();
    metadata.put("lease".into(), text(name));
    metadata.put("who".into(), text(&who()));
    unless_refused(wire, target, wire.hold(HOLD, metadata)).await
}

/// What the server answers to a question about its transactions; nothing where it refuses.
async fn unless_refused<T>(
    wire: &Wire,
    target: &Target,
    asked: impl Future<Output = Result<T, Failure>>,
) -> Result<Option<T>, ServerFault> {
    let uri = &wire.way().uri;
    match tokio::time::timeout(QUESTION, asked).await {
        Ok(Ok(answer)) => Ok(Some(answer)),
        Ok(Err(failure)) => words::unless_refused(failure, uri, target).map_or(Ok(None), Err),
        Err(_) => Err(words::silent(uri, QUESTION)),
    }
}

/// Who else holds the database and came before us; looked for over another connection. Nobody where the server
/// does not list its transactions.
async fn holder(wire: &Wire, target: &Target, name: &str) -> Result<Option<Holder>, ServerFault> {
    let until = Instant::now() + PATIENCE;
    loop {
        let listed = unless_refused(wire, target, list(wire)).await?;
        let found = listed.and_then(|listed| earlier(&listed, name));
        if found.is_none() || Instant::now() >= until {
            return Ok(found);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// A row of the list.
struct Listed {
    database: String,
    id: String,
    /// When it began, for people and in milliseconds.
    since: String,
    began: i64,
    lease: String,
    who: String,
}

/// The one that came first on our database, if it was not us.
fn earlier(listed: &[Listed], name: &str) -> Option<Holder> {
    let order = |one: &Listed| (one.began, one.lease.clone());
    let ours = listed.iter().filter(|one| one.lease == name).min_by_key(|one| order(one))?;
    listed
        .iter()
        .filter(|one| one.lease != name && one.database == ours.database)
        .filter(|one| order(one) < order(ours))
        .min_by_key(|one| order(one))
        .map(|one| Holder {
            who: one.who.clone(),
            since: one.since.clone(),
            transaction: one.id.clone(),
        })
}

async fn list(wire: &Wire) -> Result<Vec<Listed>, Failure> {
    let asked = wire.ask(Request {
        text: LEASES,
        params: BoltMap::new(),
        access: Access::Read,
        timeout: Some(QUESTION),
        mark: "lease",
        rows: 10_000,
        memory: 64 << 20,
    });
    let listed = asked.await?.into_iter().map(|mut row| {
        let began = match row.remove("began") {
            Some(Datum::Integer(began)) => began,
            _ => i64::MAX,
        };
        let mut take = |name: &str| match row.remove(name) {
            Some(Datum::Text(text)) => text,
            _ => String::new(),
        };
        Listed {
            database: take("database"),
            id: take("id"),
            since: take("since"),
            began,
            lease: take("lease"),
            who: take("who"),
        }
    });
    Ok(listed.collect())
}

/// Who plays, for people at other computers.
fn who() -> String {
    let known = |names: &[&str]| names.iter().find_map(|name| std::env::var(name).ok());
    let user = known(&["USER", "LOGNAME", "USERNAME"]).unwrap_or_else(|| "somebody".to_owned());
    let computer = std::fs::read_to_string("/proc/sys/kernel/hostname")
        .ok()
        .or_else(|| known(&["HOSTNAME", "COMPUTERNAME"]))
        .unwrap_or_else(|| "a computer".to_owned());
    format!("{user} on {}, process {}", computer.trim(), std::process::id())
}

fn text(text: &str) -> BoltType {
    BoltType::String(BoltString::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(lease: &str, database: &str, began: i64) -> Listed {
        let text = |text: &str| text.to_owned();
        Listed {
            database: text(database),
            id: format!("{database}-transaction-1"),
            since: began.to_string(),
            began,
            lease: text(lease),
            who: format!("{lease} on a computer"),
        }
    }

    #[test]
    fn whoever_came_first_on_the_same_database_has_it() {
        let all = [listed("ours", "a", 20), listed("late", "a", 100), listed("away", "b", 1)];
        assert!(earlier(&all, "ours").is_none());
        assert_eq!(earlier(&all, "late").unwrap().who, "ours on a computer");
        assert!(earlier(&all, "unlisted").is_none());
        // After a break in the connection the old hold of one's own may still be there.
        let twice = [listed("ours", "a", 1), listed("late", "a", 2), listed("ours", "a", 3)];
        assert!(earlier(&twice, "ours").is_none());
    }
}
