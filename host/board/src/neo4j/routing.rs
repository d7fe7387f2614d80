//! Which member of a cluster writes a database. A game's queries all go there, so that each sees what the one
//! before wrote.

use std::collections::HashMap;
use std::time::Duration;

use neo4rs::{BoltMap, BoltString, BoltType};
use othello_cypher::Datum;

use super::target::{Target, Uri};
use super::wire::{Access, Request, Wire};

const TABLE: &str = "\
CALL dbms.routing.getRoutingTable($context, $database) YIELD servers \
UNWIND servers AS server RETURN server.role AS role, server.addresses AS addresses";
const PATIENCE: Duration = Duration::from_secs(5);

/// The member to go to instead of the one that answers; `None` to stay, as on every single server.
pub(super) async fn writer(wire: &Wire, target: &Target) -> Option<Uri> {
    let here = &wire.way().uri;
    if !here.routed {
        return None;
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
    // A server that has no table, or does not tell, is asked no more: it is the one there is.
    let table = tokio::time::timeout(PATIENCE, asked).await.ok()?.ok()?;
    choose(&table, here).and_then(|address| here.moved_to(&address))
}

fn no_text() -> BoltType {
    BoltType::Null(neo4rs::BoltNull)
}

/// The address that writes, unless it is the one that answered or there is but one member, which may call
/// itself by a name that only it knows.
fn choose(table: &[HashMap<String, Datum>], here: &Uri) -> Option<String> {
    let of = |role: &str| -> Vec<String> {
        let rows = table.iter().filter(|row| row.get("role") == Some(&Datum::Text(role.into())));
        rows.flat_map(|row| match row.get("addresses") {
            Some(Datum::List(addresses)) => addresses.clone(),
            _ => Vec::new(),
        })
        .filter_map(|address| match address {
            Datum::Text(address) => Some(address),
            _ => None,
        })
        .collect()
    };
    let (writers, members) = (of("WRITE"), of("ROUTE"));
    if members.len() < 2 || writers.contains(&here.address()) {
        return None;
    }
    writers.into_iter().next()
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

    #[test]
    fn a_follower_sends_the_game_to_the_member_that_writes() {
        let here = Uri::parse("neo4j://b:7687").unwrap();
        let three = ["a:7687", "b:7687", "c:7687"];
        let table = table(&[("WRITE", &["a:7687"]), ("READ", &three[1..]), ("ROUTE", &three)]);
        assert_eq!(choose(&table, &here), Some("a:7687".to_owned()));
        assert_eq!(here.moved_to("a:7687"), Some(Uri::parse("neo4j://a:7687").unwrap()));
    }

    #[test]
    fn a_single_server_is_believed_whatever_it_calls_itself() {
        let here = Uri::parse("neo4j://my-host:7687").unwrap();
        let one: &[&str] = &["localhost:7687"];
        assert_eq!(choose(&table(&[("WRITE", one), ("READ", one), ("ROUTE", one)]), &here), None);
        assert_eq!(choose(&[], &here), None);
    }
}
