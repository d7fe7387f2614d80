//! What is in the user's database before a game begins: nothing, a board of ours that may go, or something
//! of the user's that must stay.

use std::collections::BTreeMap;

use othello_cypher::Datum;

/// Four counts that the server knows without looking at the graph.
pub(super) const COUNTS: &str = "\
RETURN COUNT { () } AS nodes, COUNT { (:Cell) } AS cells, COUNT { ()-->() } AS rels, \
COUNT { ()-[:NEIGHBOR_OF]->() } AS nb";

/// Every node of what may be a board, with all that tells a cell of ours from somebody else's.
pub(super) const CELLS: &str = "\
MATCH (c) RETURN labels(c) AS labels, keys(c) AS keys, c.row AS row, c.column AS column, c.state AS state";

/// Every relationship of what may be a board.
pub(super) const LINKS: &str = "\
MATCH (a)-[r]->(b) RETURN a.row AS row, a.column AS column, b.row AS to_row, b.column AS to_column, \
r.direction AS direction, keys(r) AS keys";

/// The user's constraints on what a board is made of.
pub(super) const CONSTRAINTS: &str = "\
SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties \
WHERE any(name IN labelsOrTypes WHERE name IN ['Cell', 'NEIGHBOR_OF']) \
RETURN name, type, properties";

/// The user's indexes on the same, without those that only serve a constraint.
pub(super) const INDEXES: &str = "\
SHOW INDEXES YIELD name, type, labelsOrTypes, properties, owningConstraint \
WHERE owningConstraint IS NULL AND any(name IN labelsOrTypes WHERE name IN ['Cell', 'NEIGHBOR_OF']) \
RETURN name, type, properties";

/// What a foreign graph is made of.
pub(super) const LABELS: &str = "\
MATCH (n) WITH n LIMIT 100000 UNWIND CASE labels(n) WHEN [] THEN [''] ELSE labels(n) END AS label \
RETURN label, count(*) AS count ORDER BY count DESC, label LIMIT 8";

/// One batch of a clearing's relationships.
pub(super) const CLEAR_LINKS: &str = "\
MATCH ()-[r]->() WITH r LIMIT $batch DELETE r RETURN count(*) AS gone";

/// All of a board, unless there is more or less than that by now.
pub(super) const CLEAR_BOARD: &str = "\
MATCH (n) WITH collect(n) AS cells \
WHERE size(cells) = $cells AND all(c IN cells WHERE labels(c) = ['Cell']) \
UNWIND cells AS cell DETACH DELETE cell RETURN count(*) AS gone";

/// One batch of a clearing; a large graph does not fit into one transaction.
pub(super) const CLEAR: &str = "\
MATCH (n) WITH n LIMIT $batch DETACH DELETE n RETURN count(*) AS gone";

/// How many nodes or relationships one transaction deletes.
pub(super) const BATCH: i64 = 10_000;

/// One row by column.
pub(super) type Row = std::collections::HashMap<String, Datum>;

/// The four counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) nodes: i64,
    cells: i64,
    pub(super) relationships: i64,
    neighbours: i64,
}

impl Counts {
    pub(super) fn read(row: &Row) -> Option<Counts> {
        Some(Counts {
            nodes: integer(row, "nodes")?,
            cells: integer(row, "cells")?,
            relationships: integer(row, "rels")?,
            neighbours: integer(row, "nb")?,
        })
    }

    /// The width of the board that has so many cells and neighbours, if nothing else is there.
    pub(super) fn width(self) -> Option<i64> {
        let width = (1..=16).map(|half| 2 * half).find(|width| width * width == self.nodes)?;
        // To the right and below, width × (width - 1) each; diagonally (width - 1)² twice.
        let neighbours = 2 * width * (width - 1) + 2 * (width - 1) * (width - 1);
        let ours = self.cells == self.nodes
            && self.relationships == neighbours
            && self.neighbours == neighbours;
        ours.then_some(width)
    }
}

/// Whether nodes and relationships whose numbers fit a board of this width are exactly such a board.
pub(super) fn is_board(width: i64, cells: &[Row], links: &[Row]) -> bool {
    let inside = |at: i64| (0..width).contains(&at);
    let mut seen = std::collections::BTreeSet::new();
    let all_cells = cells.iter().all(|cell| {
        let (Some(row), Some(column)) = (integer(cell, "row"), integer(cell, "column")) else {
            return false;
        };
        let state = match cell.get("state") {
            None | Some(Datum::Null) => vec!["column", "row"],
            Some(Datum::Text(state)) if state == "X" || state == "O" => {
                vec!["column", "row", "state"]
            }
            Some(_) => return false,
        };
        texts(cell, "labels") == ["Cell"]
            && texts(cell, "keys") == state
            && inside(row)
            && inside(column)
            && seen.insert((row, column))
    });
    let mut linked = std::collections::BTreeSet::new();
    let all_links = links.iter().all(|link| {
        let number = |name| integer(link, name);
        let (Some(row), Some(column)) = (number("row"), number("column")) else {
            return false;
        };
        let (Some(to_row), Some(to_column)) = (number("to_row"), number("to_column")) else {
            return false;
        };
        let step = match number("direction") {
            Some(1) => (1, 1),
            Some(2) => (1, 0),
            Some(3) => (1, -1),
            Some(4) => (0, 1),
            _ => return false,
        };
        texts(link, "keys") == ["direction"]
            && (to_row - row, to_column - column) == step
            && linked.insert((row, column, step))
    });
    all_cells && all_links
}

/// The first constraint under which no board can be set up, with what it is on. That no two cells are in the same
/// place is true of every board.
pub(super) fn in_the_way(constraints: &[Row]) -> Option<String> {
    let found = constraints.iter().find(|row| {
        let is_unique = matches!(row.get("type"), Some(Datum::Text(of)) if of.contains("UNIQUE"));
        !is_unique || texts(row, "properties") != ["column", "row"]
    })?;
    named(found)
}

/// The name of a constraint or an index, and what it is on.
pub(super) fn named(row: &Row) -> Option<String> {
    let Some(Datum::Text(name)) = row.get("name") else { return None };
    Some(format!("{name} on {}", texts(row, "properties").join(", ")))
}

/// What was found, for the one who has to decide whether it may go.
pub(super) fn describe(counts: Counts, labels: &[Row]) -> String {
    let mut by_label = BTreeMap::new();
    for row in labels {
        if let (Some(Datum::Text(label)), Some(count)) = (row.get("label"), integer(row, "count")) {
            by_label.insert((-count, label.clone()), count);
        }
    }
    let listed: Vec<_> = by_label
        .iter()
        .map(|((_, label), count)| match label.is_empty() {
            true => format!("{count} without a label"),
            false => format!("{count} :{label}"),
        })
        .collect();
    let more = if counts.nodes > 100_000 { " among the first 100000" } else { "" };
    format!(
        "{} and {} that are no board of ours ({}{more})",
        count(counts.nodes, "node"),
        count(counts.relationships, "relationship"),
        listed.join(", ")
    )
}

fn count(number: i64, of: &str) -> String {
    if number == 1 { format!("1 {of}") } else { format!("{number} {of}s") }
}

fn integer(row: &Row, name: &str) -> Option<i64> {
    match row.get(name) {
        Some(Datum::Integer(number)) => Some(*number),
        _ => None,
    }
}

/// A list of texts in alphabetical order.
fn texts(row: &Row, name: &str) -> Vec<String> {
    let Some(Datum::List(items)) = row.get(name) else {
        return Vec::new();
    };
    let mut texts: Vec<_> = items
        .iter()
        .filter_map(|item| match item {
            Datum::Text(text) => Some(text.clone()),
            _ => None,
        })
        .collect();
    texts.sort();
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_kind_is_told_in_the_singular() {
        let told = |nodes, relationships| {
            describe(Counts { nodes, cells: 0, relationships, neighbours: 0 }, &[])
        };
        assert!(told(1, 0).starts_with("1 node and 0 relationships that"), "{}", told(1, 0));
        assert!(told(2, 1).starts_with("2 nodes and 1 relationship that"), "{}", told(2, 1));
    }
}
