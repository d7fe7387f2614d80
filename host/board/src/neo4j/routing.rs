//! Which member of a cluster writes a database. A game's queries all go there, so that each sees what the one
//! before wrote.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use neo4rs::{BoltMap, BoltString, BoltType};
use othello_cypher::Datum;

use super::link::Way;
use super::target::{Target, Uri};
use super::wire::{Access, Request, Wire};
use super::words;
use crate::session::{ServerFault, ServerFaultKind};

const TABLE: &str = "\
CALL dbms.routing.getRoutingTable($context, $database) YIELD servers \
UNWIND servers AS server RETURN server.role AS role, server.addresses AS addresses";
const PATIENCE: Duration = Duration::from_secs(5);

/// Connects to the member that writes the database, which the first member that answers is asked for: that of the
/// URI, or one of those that were known before. Gives the members of the cluster as well; none of a single server.
pub(super) async fn reach(
    seed: &Arc<Way>,
    known: &[Uri],
    target: &Target,
) -> Result<(Wire, Vec<Uri>), ServerFault> {
    let mut first = None;
    let known = known.iter().filter(|uri| **uri != seed.uri);
    let ways = known.map(|uri| Arc::new(seed.moved_to(uri.clone())));
    for way in std::iter::once(Arc::clone(seed)).chain(ways) {
        match enter(way, target).await {
            Err(fault) if fault.kind == ServerFaultKind::Away => drop(first.get_or_insert(fault)),
            done => return done,
        }
    }
    Err(first.unwrap_or_else(|| words::lost(&seed.uri)))
}

async fn enter(way: Arc<Way>, target: &Target) -> Result<(Wire, Vec<Uri>), ServerFault> {
    let wire = Wire::open(Arc::clone(&way), target).await?;
    let (writer, members) = routes(&wire, target).await;
    match writer {
        Writer::Here => Ok((wire, members)),
        Writer::At(uri) => Ok((Wire::open(Arc::new(way.moved_to(uri)), target).await?, members)),
        Writer::Nobody => Err(words::no_writer(&way.uri, target)),
    }
}

/// Which member writes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Writer {
    Here,
    At(Uri),
    /// None of several, for the moment.
    Nobody,
}

/// What a server says of its cluster. One that has no table, or does not tell, is the one there is.
async fn routes(wire: &Wire, target: &Target) -> (Writer, Vec<Uri>) {
    let here = &wire.way().uri;
    if !here.routed {
        return (Writer::Here, Vec::new());
    }
    let text = |text: &str| BoltType::String(BoltString::from(text));
    let mut context = BoltMap::new();
    context.put("address".into(), text(&here.address()));
    let mut params = BoltMap::new();
    params.put("context".into(), BoltType::Map(context));
    params.put("database".into(), target.database.as_deref().map_or_else(no_text, text));
    let asked = wire.ask(Request {
        text: TABLE,
        params,
        access: Access::Read,
        timeout: Some(PATIENCE),
        mark: "routing",
        rows: 100,
        memory: 64 << 20,
    });
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(Ok(table)) => choose(&table, here),
        _ => (Writer::Here, Vec::new()),
    }
}

fn no_text() -> BoltType {
    BoltType::Null(neo4rs::BoltNull)
}

/// Who writes, and all members. The one that answered is believed to be the only one where the table has no other: it
/// may call itself by a name that only it knows.
fn choose(table: &[HashMap<String, Datum>], here: &Uri) -> (Writer, Vec<Uri>) {
    let of = |role: &str| -> Vec<Uri> {
        let rows = table.iter().filter(|row| row.get("role") == Some(&Datum::Text(role.into())));
        rows.flat_map(|row| match row.get("addresses") {
            Some(Datum::List(addresses)) => addresses.clone(),
            _ => Vec::new(),
        })
        .filter_map(|address| match address {
            Datum::Text(address) => here.moved_to(&address),
            _ => None,
        })
        .collect()
    };
    let (writers, members) = (of("WRITE"), of("ROUTE"));
    let writer = match writers.first() {
        _ if members.len() < 2 || writers.contains(here) => Writer::Here,
        Some(writer) => Writer::At(writer.clone()),
        None => Writer::Nobody,
    };
    (writer, members)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(roles: &[(&str, &[&str])]) -> Vec<HashMap<String, Datum>> {
        let text = |text: &str| Datum::Text(text.to_owned());
        roles
            .iter()
            .map(|(role, addresses)| {
                let addresses = Datum::List(addresses.iter().map(|a| text(a)).collect());
                HashMap::from([
                    ("role".to_owned(), text(role)),
                    ("addresses".to_owned(), addresses),
                ])
            })
            .collect()
    }

    fn uri(text: &str) -> Uri {
        Uri::parse(text).unwrap()
    }

    #[test]
    fn a_follower_sends_the_game_to_the_member_that_writes() {
        let here = uri("neo4j://b:7687");
        let three = ["a:7687", "b:7687", "c:7687"];
        let roles = [("WRITE", &three[..1]), ("READ", &three[1..]), ("ROUTE", &three)];
        let members = three.map(|name| uri(&format!("neo4j://{name}")));
        let (writer, known) = choose(&table(&roles), &here);
        assert_eq!((writer, known), (Writer::At(members[0].clone()), members.to_vec()));
        assert_eq!(choose(&table(&roles), &members[0]).0, Writer::Here);
        assert_eq!(choose(&table(&roles[1..]), &here).0, Writer::Nobody);
    }

    #[test]
    fn a_single_server_is_believed_whatever_it_calls_itself() {
        let here = uri("neo4j://my-host:7687");
        let one: &[&str] = &["localhost:7687"];
        let roles = [("WRITE", one), ("READ", one), ("ROUTE", one)];
        assert_eq!(choose(&table(&roles), &here).0, Writer::Here);
        assert_eq!(choose(&[], &here).0, Writer::Here);
    }
}
