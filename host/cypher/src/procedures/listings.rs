//! The engine's own procedures, which list the names that are in use in a graph.

use super::procedure::Procedure;
use crate::error::Error;
use crate::meter::Meter;
use crate::signatures::{Column, ProcedureSignature};
use crate::store::{Graph, Token};
use crate::value::{Datum, NodeId, RelationshipId};

/// Finds the names.
type Listing = fn(&Graph, &Meter) -> Result<Vec<Token>, Error>;

/// `db.labels()`, `db.relationshipTypes()` and `db.propertyKeys()`.
pub(super) fn listings() -> [Procedure; 3] {
    [
        listing("db.labels", "label", |graph, meter| {
            named(graph, meter, |name| !graph.nodes_with_label(name).is_empty())
        }),
        listing("db.relationshipTypes", "relationshipType", |graph, meter| {
            named(graph, meter, |name| graph.count_of_type(name) > 0)
        }),
        listing("db.propertyKeys", "propertyKey", keys),
    ]
}

fn listing(name: &str, output: &str, find: Listing) -> Procedure {
    Procedure {
        signature: ProcedureSignature {
            name: name.to_owned(),
            inputs: Vec::new(),
            outputs: vec![Column { name: output.to_owned(), of: "STRING".to_owned() }],
        },
        body: Box::new(move |graph, _, meter| {
            let names = find(graph, meter)?;
            Ok(names.into_iter().map(|name| vec![Datum::from(graph.name(name))]).collect())
        }),
    }
}

/// The names of which this is true, in the order in which they came into the graph.
fn named(
    graph: &Graph,
    meter: &Meter,
    is_used: impl Fn(Token) -> bool,
) -> Result<Vec<Token>, Error> {
    let mut used = Vec::new();
    for token in graph.tokens() {
        meter.tick()?;
        if is_used(token) {
            used.push(token);
        }
    }
    Ok(used)
}

fn keys(graph: &Graph, meter: &Meter) -> Result<Vec<Token>, Error> {
    let mut used = hashbrown::HashSet::new();
    let nodes =
        (0..graph.node_bound()).map(|id| graph.node(NodeId(id)).map(|node| node.properties()));
    let relationships = (0..graph.relationship_bound())
        .map(|id| graph.relationship(RelationshipId(id)).map(|one| one.properties()));
    for properties in nodes.chain(relationships) {
        meter.tick()?;
        used.extend(properties.into_iter().flat_map(|some| some.iter().map(|(key, _)| key)));
    }
    named(graph, meter, |name| used.contains(&name))
}
