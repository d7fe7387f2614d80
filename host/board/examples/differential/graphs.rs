//! Small random graphs, and boards with random discs: as one statement with parameters, the same for all of them, so
//! that a server makes its plan once; and as a text that a person can send.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use othello_board::session::HostQuery;
use othello_cypher::Datum;

use crate::choices::Choices;

/// Makes any graph in place of what is there, in one transaction.
const SET_UP: &str = "\
CALL () { MATCH (old) DETACH DELETE old } \
UNWIND $nodes AS row CREATE (n:$(row.labels)) SET n = row.properties \
WITH collect(n) AS ns UNWIND $relationships AS row WITH row, ns[row.from] AS a, ns[row.to] AS b \
CREATE (a)-[r:$(row.type)]->(b) SET r = row.properties";

type Properties = BTreeMap<String, Datum>;

/// What an empty database is filled with.
#[derive(Default)]
pub struct Graph {
    nodes: Vec<(Vec<&'static str>, Properties)>,
    /// From one node to another, by their numbers.
    relationships: Vec<(usize, usize, &'static str, Properties)>,
}

/// A random one.
pub fn graph(c: &mut Choices) -> Graph {
    if c.once_in(5) { board(c) } else { small(c) }
}

fn small(c: &mut Choices) -> Graph {
    let mut graph = Graph::default();
    let nodes = 1 + if c.once_in(10) { c.pick(200) } else { c.pick(6) };
    for id in 0..nodes {
        let labels = [&["A"][..], &[], &["B"], &["C"], &["A", "B"], &["A", "C"], &["B", "C"]];
        let labels = labels[c.pick(7)].to_vec();
        let x = [1.into(), Datum::Null, 0.into(), 2.into(), 3.into(), (-1).into()];
        let s = ["a".into(), Datum::Null, "".into(), "b".into(), "ab".into()];
        let b = [Datum::Null, true.into(), false.into()];
        let values = [("id", number(id)), ("x", one(c, &x)), ("s", one(c, &s)), ("b", one(c, &b))];
        graph.nodes.push((labels, properties(values)));
    }
    for id in 0..c.pick(9.max(nodes)) {
        let (from, to) = (c.pick(nodes), c.pick(nodes));
        let weight = one(c, &[1.into(), Datum::Null, 0.into(), 2.into()]);
        let kind = ["R", "S"][c.pick(2)];
        let values = properties([("id", number(id)), ("w", weight)]);
        graph.relationships.push((from, to, kind, values));
    }
    graph
}

/// The side of a board.
const SIDE: usize = 4;

/// A board whose cells carry the labels and properties that the queries ask for, too.
fn board(c: &mut Choices) -> Graph {
    let mut graph = Graph::default();
    for id in 0..SIDE * SIDE {
        let state = ["", "X", "O"][c.pick(3)];
        let mut labels = vec!["Cell"];
        labels.extend((state == "X" && id % 3 == 0).then_some("A"));
        labels.extend((state == "O" && id % 5 == 1).then_some("B"));
        labels.extend((id == 7).then_some("C"));
        let (row, column) = (number(id / SIDE), number(id % SIDE));
        let state = if state.is_empty() { Datum::Null } else { state.into() };
        let (x, s) = (column.clone(), state.clone());
        let values = [("row", row), ("column", column), ("state", state), ("id", number(id))];
        let mut values = properties(values);
        values.extend(properties([("x", x), ("s", s)]));
        graph.nodes.push((labels, values));
    }
    for id in 0..SIDE * SIDE {
        let (row, column) = (id / SIDE, id % SIDE);
        for (direction, below, to) in [
            (1, 1, Some(column + 1)),
            (2, 1, Some(column)),
            (3, 1, column.checked_sub(1)),
            (4, 0, Some(column + 1)),
        ] {
            let Some(to) = to.filter(|to| *to < SIDE && row + below < SIDE) else { continue };
            let names = ["direction", "w", "id"];
            let values = [direction, direction, id * 4 + direction].map(number);
            let to = (row + below) * SIDE + to;
            let values = properties(names.into_iter().zip(values));
            graph.relationships.push((id, to, "NEIGHBOR_OF", values));
        }
    }
    graph
}

fn one(c: &mut Choices, of: &[Datum]) -> Datum {
    of[c.pick(of.len())].clone()
}

fn number(value: usize) -> Datum {
    Datum::Integer(value as i64)
}

fn properties<'a>(values: impl IntoIterator<Item = (&'a str, Datum)>) -> Properties {
    let present = values.into_iter().filter(|(_, value)| *value != Datum::Null);
    present.map(|(name, value)| (name.to_owned(), value)).collect()
}

impl Graph {
    /// The statement that makes it.
    pub fn set_up(&self) -> HostQuery<'static> {
        let nodes = self.nodes.iter().map(|(labels, values)| {
            let labels = labels.iter().map(|label| Datum::from(*label)).collect();
            map([("labels", Datum::List(labels)), ("properties", Datum::Map(values.clone()))])
        });
        let relationships = self.relationships.iter().map(|(from, to, kind, values)| {
            map([
                ("from", number(*from)),
                ("to", number(*to)),
                ("type", Datum::from(*kind)),
                ("properties", Datum::Map(values.clone())),
            ])
        });
        HostQuery::new(SET_UP)
            .param("nodes", Datum::List(nodes.collect()))
            .param("relationships", Datum::List(relationships.collect()))
    }

    /// A statement without parameters that makes it.
    pub fn text(&self) -> String {
        let mut text = String::from("CREATE ");
        for (at, (labels, values)) in self.nodes.iter().enumerate() {
            let between = if at == 0 { "" } else { ", " };
            let labels: String = labels.iter().map(|label| format!(":{label}")).collect();
            let _ = write!(text, "{between}(n{at}{labels} {})", Datum::Map(values.clone()));
        }
        for (from, to, kind, values) in &self.relationships {
            let values = Datum::Map(values.clone());
            let _ = write!(text, ", (n{from})-[:{kind} {values}]->(n{to})");
        }
        text
    }
}

fn map<const N: usize>(entries: [(&str, Datum); N]) -> Datum {
    Datum::Map(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}
