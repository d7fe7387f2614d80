//! Small random graphs, and boards with random discs, as the texts that make them.

use crate::choices::Choices;

/// The queries that make a graph in an empty database.
pub fn graph(c: &mut Choices) -> Vec<String> {
    if c.once_in(5) { board(c) } else { small(c) }
}

fn small(c: &mut Choices) -> Vec<String> {
    let nodes = 1 + if c.once_in(10) { c.pick(200) } else { c.pick(6) };
    let mut parts = Vec::new();
    for id in 0..nodes {
        let labels = c.one(&[":A", "", ":B", ":C", ":A:B", ":A:C", ":B:C"]);
        let mut properties = vec![format!("id: {id}")];
        let choices = [
            ("x", c.one(&["1", "", "0", "2", "3", "-1"])),
            ("s", c.one(&["'a'", "", "''", "'b'", "'ab'"])),
            ("b", c.one(&["", "true", "false"])),
        ];
        for (key, value) in choices {
            if !value.is_empty() {
                properties.push(format!("{key}: {value}"));
            }
        }
        parts.push(format!("(n{id}{labels} {{{}}})", properties.join(", ")));
    }
    for id in 0..c.pick(9.max(nodes)) {
        let (from, to) = (c.pick(nodes), c.pick(nodes));
        let weight = c.one(&[", w: 1", "", ", w: 0", ", w: 2"]);
        let kind = c.one(&["R", "S"]);
        parts.push(format!("(n{from})-[:{kind} {{id: {id}{weight}}}]->(n{to})"));
    }
    vec![format!("CREATE {}", parts.join(", "))]
}

/// A board of four by four whose cells carry the labels and properties that the queries ask for, too.
fn board(c: &mut Choices) -> Vec<String> {
    let discs: Vec<_> = (0..16).map(|_| c.one(&["null", "'X'", "'O'"])).collect();
    vec![
        format!(
            "UNWIND range(0, 15) AS i WITH i, [{}] AS discs CREATE (:Cell {{row: i / 4, column: i % 4, \
             state: discs[i], id: i, x: i % 4, s: discs[i]}})",
            discs.join(", ")
        ),
        "MATCH (a:Cell), (b:Cell) UNWIND [[1, 1, 1], [1, 0, 2], [1, -1, 3], [0, 1, 4]] AS s \
         WITH a, b, s WHERE b.row = a.row + s[0] AND b.column = a.column + s[1] \
         CREATE (a)-[:NEIGHBOR_OF {direction: s[2], w: s[2], id: a.id * 4 + s[2]}]->(b)"
            .to_owned(),
        "MATCH (c:Cell) WHERE c.state = 'X' AND c.id % 3 = 0 SET c:A".to_owned(),
        "MATCH (c:Cell) WHERE c.state = 'O' AND c.id % 5 = 1 SET c:B".to_owned(),
        "MATCH (c:Cell) WHERE c.id = 7 SET c:C".to_owned(),
    ]
}
