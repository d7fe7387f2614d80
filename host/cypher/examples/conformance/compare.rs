//! Whether rows are those that must come. Values are compared by a text that leaves out what does not count:
//! identities, the order of labels, and where a case says so the order inside lists.

use std::collections::BTreeMap;

use othello_cypher::{Datum, NodeDatum, RelationshipDatum};

use super::record::Rows;

/// A row's values in canonical text.
type Row = Vec<String>;

/// What is wrong with these rows; `None` where nothing is.
pub fn difference(expected: &Rows, columns: &[String], rows: &[Vec<Datum>]) -> Option<String> {
    if columns != expected.columns {
        // A query that only writes has no columns, and then nothing more can be compared.
        return Some(format!("expected the columns {:?}, got {columns:?}", expected.columns));
    }
    let canonical = |rows: &[Vec<Datum>]| -> Vec<Row> {
        let row = |row: &Vec<Datum>| {
            row.iter().map(|cell| text(cell, expected.ignore_list_order)).collect()
        };
        rows.iter().map(row).collect()
    };
    let (expected_rows, got) = (canonical(&expected.rows), canonical(rows));
    let same = if expected.shape_only {
        expected_rows.len() == got.len()
    } else if expected.ordered && expected.ties {
        sorted(&expected_rows) == sorted(&got) && shares_a_column(&expected_rows, &got)
    } else if expected.ordered {
        expected_rows == got
    } else {
        sorted(&expected_rows) == sorted(&got)
    };
    if same {
        None
    } else {
        Some(format!("expected {}, got {}", lines_of(&expected_rows), lines_of(&got)))
    }
}

fn sorted(rows: &[Row]) -> Vec<&Row> {
    let mut rows: Vec<_> = rows.iter().collect();
    rows.sort();
    rows
}

/// Whether one column has the same values in the same order: the sort key's must.
fn shares_a_column(expected_rows: &[Row], got: &[Row]) -> bool {
    let columns = expected_rows.first().map_or(0, Vec::len);
    (0..columns)
        .any(|at| expected_rows.iter().map(|row| &row[at]).eq(got.iter().map(|row| &row[at])))
        || columns == 0
}

fn lines_of(rows: &[Row]) -> String {
    const SHOWN: usize = 20;
    let mut text = format!("{} rows", rows.len());
    for row in rows.iter().take(SHOWN) {
        text.push_str(&format!("\n      | {} |", row.join(" | ")));
    }
    if rows.len() > SHOWN {
        text.push_str("\n      ...");
    }
    text
}

fn text(value: &Datum, ignore_list_order: bool) -> String {
    canonical(value, ignore_list_order).to_string()
}

fn canonical(value: &Datum, ignore_list_order: bool) -> Datum {
    let again = |value: &Datum| canonical(value, ignore_list_order);
    match value {
        Datum::List(values) => {
            let mut values: Vec<_> = values.iter().map(again).collect();
            if ignore_list_order {
                values.sort_by_cached_key(Datum::to_string);
            }
            Datum::List(values)
        }
        Datum::Map(entries) => {
            Datum::Map(entries.iter().map(|(key, value)| (key.clone(), again(value))).collect())
        }
        Datum::Node(node) => canonical_node(node).into(),
        Datum::Relationship(relationship) => canonical_relationship(relationship).into(),
        Datum::Path(path) => Datum::path(
            path.nodes.iter().map(canonical_node).collect(),
            path.relationships.iter().map(canonical_relationship).collect(),
        ),
        // The TCK writes temporal values as Java does, which leaves seconds out where there are none.
        Datum::Temporal(value) => Datum::Text(as_java(&value.to_string())),
        // Zero is zero, whatever its sign.
        Datum::Float(0.0) => Datum::Float(0.0),
        other => other.clone(),
    }
}

fn canonical_node(node: &NodeDatum) -> NodeDatum {
    let mut node = node.clone();
    node.labels.sort();
    node.properties = canonical_properties(&node.properties);
    node
}

fn canonical_relationship(relationship: &RelationshipDatum) -> RelationshipDatum {
    let properties = canonical_properties(&relationship.properties);
    RelationshipDatum { properties, ..relationship.clone() }
}

fn canonical_properties(properties: &BTreeMap<String, Datum>) -> BTreeMap<String, Datum> {
    properties.iter().map(|(key, value)| (key.clone(), canonical(value, false))).collect()
}

fn as_java(text: &str) -> String {
    let Some(colon) = text.find(':') else { return text.to_owned() };
    let Some(rest) = text[colon + 3..].strip_prefix(":00") else { return text.to_owned() };
    if rest.starts_with('.') { text.to_owned() } else { format!("{}{rest}", &text[..colon + 3]) }
}
