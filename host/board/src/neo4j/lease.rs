//! A running game's hold on its database, which other hosts see: a transaction that stays open as long as the session
//! lives and says in its metadata who plays. It adds nothing to the graph, and is gone with the process that held it.

use std::time::{Duration, Instant};

use neo4rs::{BoltMap, BoltString, BoltType};
use othello_cypher::Datum;

use super::wire::{Access, OpenAnswer, Request, Wire};

/// An answer that is never read to its end.
const HOLD: &str = "UNWIND range(1, 1000000) AS held RETURN held";
const LEASES: &str = "\
SHOW TRANSACTIONS YIELD database, transactionId, startTime, metaData \
WHERE metaData.lease IS NOT NULL \
RETURN database, transactionId AS id, startTime AS since, metaData.lease AS lease, metaData.who AS who";
/// How long another's hold is given to go away: that of a process that has just ended is still there for a moment.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(150);
/// How long the server may take to open or list transactions.
const QUESTION: Duration = Duration::from_secs(10);

/// A hold on a database.
pub(super) struct Lease {
    // The answer goes before the connection that it comes over.
    _answer: OpenAnswer,
    _wire: Wire,
}

/// Somebody else's hold on the same database.
#[derive(Debug)]
pub(super) struct Holder {
    pub(super) who: String,
    pub(super) since: String,
    pub(super) transaction: String,
}

/// Takes the hold over a connection of its own; nothing where the server does not let us.
pub(super) async fn take(wire: Wire, name: &str) -> Option<Lease> {
    let mut metadata = BoltMap::new();
    metadata.put("lease".into(), text(name));
    metadata.put("who".into(), text(&who()));
    let held = wire.hold(HOLD, metadata);
    let answer = tokio::time::timeout(QUESTION, held).await.ok()?.ok()?;
    Some(Lease { _answer: answer, _wire: wire })
}

/// Who else holds the database and came before us; looked for over another connection. Nobody where the server
/// does not list its transactions.
pub(super) async fn holder(wire: &Wire, name: &str) -> Option<Holder> {
    let until = Instant::now() + PATIENCE;
    loop {
        let found = earlier(&list(wire).await?, name);
        if found.is_none() || Instant::now() >= until {
            return found;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// A row of the list.
struct Listed {
    database: String,
    id: String,
    since: String,
    lease: String,
    who: String,
}

/// The one that came first on our database, if it was not us.
fn earlier(listed: &[Listed], name: &str) -> Option<Holder> {
    let ours = listed.iter().filter(|one| one.lease == name);
    let ours = ours.min_by_key(|one| (one.since.as_str(), one.lease.as_str()))?;
    listed
        .iter()
        .filter(|one| one.lease != name && one.database == ours.database)
        .filter(|one| (&one.since, &one.lease) < (&ours.since, &ours.lease))
        .min_by_key(|one| one.since.as_str())
        .map(|one| Holder {
            who: one.who.clone(),
            since: one.since.clone(),
            transaction: one.id.clone(),
        })
}

async fn list(wire: &Wire) -> Option<Vec<Listed>> {
    let asked = wire.ask(Request {
        text: LEASES,
        params: BoltMap::new(),
        access: Access::Read,
        timeout: Some(QUESTION),
        mark: "lease",
        rows: 10_000,
        memory: 64 << 20,
    });
    let rows = tokio::time::timeout(QUESTION, asked).await.ok()?.ok()?;
    let listed = rows.into_iter().map(|mut row| {
        let mut take = |name: &str| match row.remove(name) {
            Some(Datum::Text(text)) => text,
            _ => String::new(),
        };
        Listed {
            database: take("database"),
            id: take("id"),
            since: take("since"),
            lease: take("lease"),
            who: take("who"),
        }
    });
    Some(listed.collect())
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

    fn listed(lease: &str, database: &str, since: &str) -> Listed {
        let text = |text: &str| text.to_owned();
        let (id, who) = (format!("{database}-transaction-1"), format!("{lease} on a computer"));
        Listed { database: text(database), id, since: text(since), lease: text(lease), who }
    }

    #[test]
    fn whoever_came_first_on_the_same_database_has_it() {
        let all = [listed("ours", "a", "2"), listed("late", "a", "3"), listed("away", "b", "1")];
        assert!(earlier(&all, "ours").is_none());
        assert_eq!(earlier(&all, "late").unwrap().who, "ours on a computer");
        assert!(earlier(&all, "unlisted").is_none());
        // After a break in the connection the old hold of one's own may still be there.
        let twice = [listed("ours", "a", "1"), listed("late", "a", "2"), listed("ours", "a", "3")];
        assert!(earlier(&twice, "ours").is_none());
    }
}
