//! Boards of cells with relationships between neighbours, and queries on them that a planner of a server answers in
//! milliseconds, since it leaves out what nobody asks for.

use othello_cypher::{Database, Datum, Engine, Error, Meter, Params};

/// A board of `size` times `size` cells, each joined with its neighbours to the right and below.
pub fn board(engine: &Engine, size: i64) -> Result<Database, Error> {
    let database = Database::new(engine);
    let mut links = Vec::new();
    for (row, column) in (0..size * size).map(|cell| (cell / size, cell % size)) {
        for (down, right, direction) in [(1, 1, 1), (1, 0, 2), (1, -1, 3), (0, 1, 4)] {
            let (to_row, to_column) = (row + down, column + right);
            if (0..size).contains(&to_row) && (0..size).contains(&to_column) {
                links.push(vec![row * size + column, to_row * size + to_column, direction]);
            }
        }
    }
    let set_up = "UNWIND range(0, $size * $size - 1) AS i \
                  CREATE (c:Cell {row: i / $size, column: i % $size, state: \
                    CASE WHEN i % 3 = 0 THEN 'X' WHEN i % 3 = 1 THEN 'O' END}) \
                  WITH collect(c) AS cells UNWIND $links AS link \
                  WITH cells[link[0]] AS a, cells[link[1]] AS b, link[2] AS direction \
                  CREATE (a)-[:NEIGHBOR_OF {direction: direction}]->(b)";
    let params = Params::new().with("size", size).with("links", links);
    database.write(&*engine.prepare(set_up, &Meter::default())?, &params, &Meter::default())?;
    Ok(database)
}

/// A query on the board of 64 cells, its one answer, and the steps that it may take.
pub struct Case {
    /// What it is about.
    pub about: &'static str,
    /// The query.
    pub text: &'static str,
    /// The value of its one row.
    pub answer: Datum,
    /// Some times as many as it takes, and far fewer than there are paths.
    pub steps: u64,
}

/// The cases.
pub fn cases() -> Vec<Case> {
    let mut cases = searches();
    cases.extend(chains());
    cases.extend(lengths());
    cases.extend(lines());
    cases.extend(counts());
    cases.extend(pairs());
    cases.extend(first_rows());
    cases.extend(ends());
    cases
}

fn case(about: &'static str, text: &'static str, answer: i64, steps: u64) -> Case {
    Case { about, text, answer: answer.into(), steps }
}

/// Selectors, and parts that repeat once or more.
fn searches() -> Vec<Case> {
    vec![
        case(
            "two shortest paths between corners",
            "MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) \
             MATCH p = SHORTEST 2 (a)--+(b) RETURN sum(length(p))",
            15,
            200_000,
        ),
        case(
            "all paths of the two shortest lengths between corners",
            "MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) \
             MATCH p = SHORTEST 2 GROUPS (a)--+(b) RETURN count(p)",
            57,
            500_000,
        ),
        case(
            "two shortest paths to every cell",
            "MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})--+(b) RETURN count(p)",
            128,
            500_000,
        ),
        case(
            "a shortest path of whose nodes something is asked",
            "MATCH (x:Cell {row: 0, column: 0}), (y:Cell {row: 7, column: 7}) \
             MATCH p = shortestPath((x)-[*..20]-(y)) \
             WHERE all(n IN nodes(p) WHERE n.row <> 3 OR n.column = 0) RETURN length(p)",
            10,
            100_000,
        ),
        case(
            "a shortest path of whose nodes but the ends something is asked",
            "MATCH (x:Cell {row: 2, column: 7}), (y:Cell {row: 4, column: 7}) \
             MATCH p = shortestPath((x)-[*]-(y)) WHERE none(n IN nodes(p)[1..-1] \
               WHERE n.row = 3 AND n.column > 0 OR n = x OR n = y) RETURN length(p)",
            14,
            100_000,
        ),
        case(
            "counting the different ends of paths",
            "MATCH (a:Cell {row: 0, column: 0})-->+(b) RETURN count(DISTINCT b)",
            63,
            20_000,
        ),
        case(
            "the different properties of ends",
            "MATCH (a:Cell {row: 0, column: 0})-[*1..12]->(b) \
             WITH DISTINCT b.row AS row RETURN count(row)",
            8,
            20_000,
        ),
        case(
            "whether a path leads to a corner",
            "MATCH (c:Cell) WHERE EXISTS { (c)--{1,6}(:Cell {row: 7, column: 7}) } RETURN count(c)",
            49,
            200_000,
        ),
        case(
            "counting the different ends of paths of seven",
            "MATCH (a:Cell {row: 0, column: 0})--{1,7}(b) RETURN count(DISTINCT b)",
            64,
            20_000,
        ),
    ]
}

/// Lines of one direction, which show while they are walked: eight from a cell, and millions of other ways.
fn lines() -> Vec<Case> {
    let cases = [
        (
            "lines by their first relationship",
            "MATCH (a:Cell {row: 3, column: 3})-[r*2..7]-(b) \
             WHERE all(x IN r WHERE x.direction = head(r).direction) RETURN count(*)",
        ),
        (
            "lines by their neighbours",
            "MATCH p = (a:Cell {row: 3, column: 3})-[*2..7]-(b) \
             WHERE all(i IN range(1, length(p) - 1) WHERE \
               relationships(p)[i].direction = relationships(p)[i - 1].direction) RETURN count(*)",
        ),
        (
            "lines by how many are alike",
            "MATCH (a:Cell {row: 3, column: 3})-[r*2..7]-(b) \
             WHERE size([x IN r WHERE x.direction = r[0].direction]) = size(r) RETURN count(*)",
        ),
        (
            "lines that are walked from their end",
            "MATCH (c)-[f]-(n)-[r*1..6]-(b:Cell {row: 3, column: 3}) \
             WHERE all(x IN r WHERE x.direction = f.direction) RETURN count(*)",
        ),
        (
            "lines by the list of their directions",
            "MATCH (a:Cell {row: 3, column: 3})-[rs*2..7]-(b) WITH b, [r IN rs | r.direction] AS ds \
             WHERE all(d IN ds WHERE d = ds[0]) RETURN count(b)",
        ),
        (
            "lines behind a WITH",
            "MATCH p = (a:Cell {row: 3, column: 3})-[*2..7]-(b) WITH p, relationships(p) AS rs \
             WHERE all(r IN rs WHERE r.direction = rs[0].direction) RETURN count(p)",
        ),
    ];
    cases.into_iter().map(|(about, text)| case(about, text, 19, 20_000)).collect()
}

/// Other chains, and what is counted or looked up.
fn chains() -> Vec<Case> {
    vec![
        case(
            "counting the different ends of paths of two and more",
            "MATCH (a:Cell {row: 0, column: 0})-->{2,}(b) RETURN count(DISTINCT b)",
            62,
            50_000,
        ),
        case(
            "the ends of two parts behind one another",
            "MATCH (a:Cell {row: 0, column: 0})-->+(b)-->+(c) RETURN count(DISTINCT c)",
            62,
            50_000,
        ),
        case(
            "the least lengths of paths",
            "MATCH p = (a:Cell {row: 0, column: 0})-[*1..8]-(b) \
             WITH b, min(length(p)) AS least RETURN sum(least)",
            311,
            100_000,
        ),
        case(
            "paths of up to eight between corners",
            "MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) \
             MATCH p = (a)-[*..8]-(b) RETURN count(p)",
            57,
            50_000,
        ),
        case(
            "whether there are more than three paths",
            "MATCH (a:Cell) WHERE COUNT { (a)--{1,5}() } > 3 RETURN count(a)",
            64,
            20_000,
        ),
        case(
            "relationships that lie as others do",
            "MATCH (a:Cell)-->(b), (c:Cell)-->(d) WHERE a.row * 8 + a.column = c.row * 8 + c.column \
             AND b.row * 8 + b.column = d.row * 8 + d.column RETURN count(*)",
            0,
            20_000,
        ),
    ]
}

/// Paths of which no more than the length, or that a node comes once, is asked.
fn lengths() -> Vec<Case> {
    vec![
        case(
            "the greatest length of a path",
            "MATCH p = (a:Cell {row: 0, column: 0})-->{1,12}(b) RETURN max(length(p))",
            12,
            50_000,
        ),
        case(
            "the different ends of long paths",
            "MATCH p = (a:Cell {row: 0, column: 0})-->+(b) WHERE length(p) > 8 RETURN count(DISTINCT b)",
            40,
            50_000,
        ),
        case(
            "the different ends of paths of even lengths",
            "MATCH p = (a:Cell {row: 0, column: 0})-->+(b) WHERE length(p) % 2 = 0 \
             RETURN count(DISTINCT b)",
            59,
            50_000,
        ),
        case(
            "whether a comprehension of paths is empty",
            "MATCH (a:Cell {row: 0, column: 0}) WHERE \
             NOT isEmpty([(a)-[*1..12]->(b:Cell {row: 7, column: 7}) | b]) RETURN count(a)",
            1,
            20_000,
        ),
        case(
            "paths that go through no node twice, between corners",
            "MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) \
             MATCH p = (a)-[*1..8]-(b) WHERE all(n IN nodes(p) WHERE single(m IN nodes(p) WHERE m = n)) RETURN count(p)",
            57,
            100_000,
        ),
        case(
            "the greatest length of a path of two parts",
            "MATCH p = (a:Cell {row: 0, column: 0})-->{1,12}(b)-->{1,3}(c) RETURN max(length(p))",
            15,
            100_000,
        ),
        case(
            "the different nodes between two parts",
            "MATCH (a:Cell {row: 0, column: 0})-->+(b)-->+(c:Cell {row: 7, column: 7}) \
             RETURN count(DISTINCT b)",
            62,
            100_000,
        ),
        case(
            "the different ends of lines",
            "MATCH (a:Cell {row: 3, column: 3})-[r*2..7]-(b) \
             WHERE all(x IN r WHERE x.direction = r[0].direction) RETURN count(DISTINCT b)",
            19,
            1_000_000,
        ),
        case(
            "the least length of a path that goes through no node twice",
            "MATCH p = (a:Cell {row: 0, column: 0})-[*1..9]-(b:Cell {row: 7, column: 7}) \
             WHERE all(n IN nodes(p) WHERE single(m IN nodes(p) WHERE m = n)) RETURN min(length(p))",
            7,
            100_000,
        ),
    ]
}

/// Paths of which it is asked how many of their elements satisfy something.
fn counts() -> Vec<Case> {
    vec![
        case(
            "the different ends of paths through a corner",
            "MATCH p = (a:Cell {row: 2, column: 2})-[*1..9]-(b) \
             WHERE any(n IN nodes(p) WHERE n.row = 7 AND n.column = 7) RETURN count(DISTINCT b)",
            24,
            200_000,
        ),
        case(
            "the different ends of paths with one cell of a kind",
            "MATCH p = (a:Cell {row: 2, column: 2})-[*1..9]-(b) \
             WHERE single(n IN nodes(p) WHERE n.column = 5) RETURN count(DISTINCT b)",
            64,
            200_000,
        ),
        case(
            "a shortest path by way of another corner",
            "MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) \
             MATCH p = shortestPath((a)-[*]-(b)) \
             WHERE any(n IN nodes(p) WHERE n.row = 0 AND n.column = 7) RETURN coalesce(sum(length(p)), 0)",
            14,
            200_000,
        ),
        case(
            "a shortest path with so many cells of a kind",
            "MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) \
             MATCH p = shortestPath((a)-[*]-(b)) \
             WHERE size([n IN nodes(p) WHERE n.column = 3]) = 5 RETURN coalesce(sum(length(p)), 0)",
            11,
            200_000,
        ),
        case(
            "a shortest path through what is not there",
            "MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) \
             MATCH p = shortestPath((a)-[*]-(b)) \
             WHERE any(n IN nodes(p) WHERE n.row = 8) RETURN coalesce(sum(length(p)), 0)",
            0,
            200_000,
        ),
        case(
            "the different ends of paths of seven that go through no node twice",
            "MATCH p = (a:Cell {row: 2, column: 2})-[*7]-(b) \
             WHERE all(n IN nodes(p) WHERE single(m IN nodes(p) WHERE m = n)) RETURN count(DISTINCT b)",
            63,
            200_000,
        ),
        case(
            "ends of which one is only reached by going back",
            "MATCH p = (a:Cell {row: 0, column: 0})\
             ((x)-[r]-(y) WHERE x.row < y.row OR (x.column + y.column = 1 AND x.row = y.row))+(b) \
             WITH b, min(length(p)) AS least RETURN count(b)",
            42,
            100_000,
        ),
    ]
}

/// Pairs of nodes, and what is gone on from once.
fn pairs() -> Vec<Case> {
    vec![
        case(
            "cells of which one has what the other has and one more",
            "MATCH (a:Cell), (b:Cell) WHERE a.row = b.column + 1 RETURN count(*)",
            448,
            10_000,
        ),
        case(
            "a shortest path from each cell to every other",
            "MATCH (a:Cell), (b:Cell) WHERE a <> b \
             MATCH p = shortestPath((a)-[*]-(b)) RETURN sum(length(p))",
            15_120,
            300_000,
        ),
        case(
            "the neighbours of all that is near a row, each gone on from once",
            "MATCH (a:Cell {row: 0}) OPTIONAL MATCH (a)--{1,5}(b) WITH DISTINCT a, b \
             OPTIONAL MATCH (b)--{1,3}(c) RETURN count(DISTINCT c)",
            64,
            150_000,
        ),
        case(
            "pairs of cells with a path of three to five between them",
            "MATCH (a:Cell), (b:Cell) WHERE EXISTS { (a)-[*3..5]-(b) } RETURN count(*)",
            3364,
            4_000_000,
        ),
    ]
}

/// First rows.
fn first_rows() -> Vec<Case> {
    vec![
        case(
            "the first of all paths from the last cells on",
            "MATCH (a:Cell)--{1,6}(b) WITH a, b ORDER BY a.row DESC, a.column DESC LIMIT 5 \
             RETURN sum(a.row * 8 + a.column)",
            315,
            1_000,
        ),
        case(
            "the first of all paths, in an order that is the same for all",
            "MATCH (a:Cell)-[*]-(b) WITH a, b, 1 AS same ORDER BY same LIMIT 3 RETURN count(a)",
            3,
            1_000,
        ),
        case(
            "the first of all paths from the first cells on, those that lead furthest",
            "MATCH (a:Cell)--{1,4}(b) WITH b ORDER BY a.row, a.column, b.row DESC, b.column LIMIT 3 \
             RETURN sum(b.row * 8 + b.column)",
            96,
            10_000,
        ),
        case(
            "how many paths there are to the first two cells",
            "MATCH (a:Cell)--{1,4}(b:Cell) WITH b, count(a) AS paths ORDER BY b.row, b.column LIMIT 2 \
             RETURN sum(paths)",
            1468,
            20_000,
        ),
        case(
            "how many paths there are from the first two cells on",
            "MATCH (a:Cell)--{1,4}(b) WITH a, count(*) AS paths ORDER BY a.row, a.column LIMIT 2 \
             RETURN sum(paths)",
            1468,
            20_000,
        ),
    ]
}

/// Paths that are best walked from where they end.
fn ends() -> Vec<Case> {
    vec![
        case(
            "paths whose end has something, written behind their beginning",
            "MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b.row + b.column = 0 RETURN count(*)",
            546,
            10_000,
        ),
        case(
            "paths to an end without a label",
            "MATCH (a:Cell)-[*1..4]-({row: 0, column: 0}) RETURN count(*)",
            546,
            10_000,
        ),
        case(
            "paths to cells that few lie beside",
            "MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE COUNT { (b)--() } = 3 RETURN count(*)",
            2184,
            20_000,
        ),
        case(
            "paths to an end that no cell can be",
            "MATCH (a:Cell)-[*1..9]-(b:Cell) WHERE b.row > null RETURN count(*)",
            0,
            1_000,
        ),
        case(
            "paths that go on to cells of which something is asked later",
            "MATCH (a:Cell)-[*1..3]-(b:Cell) MATCH (b)--(c:Cell) WHERE c.row + c.column < 1 RETURN count(*)",
            588,
            10_000,
        ),
        case(
            "paths whose end is told by a later clause",
            "MATCH (a:Cell)-[*1..3]-(b:Cell) MATCH (b)--(c:Cell {row: 0, column: 0}) RETURN count(*)",
            588,
            10_000,
        ),
    ]
}
