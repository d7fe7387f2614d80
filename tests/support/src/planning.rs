//! Queries that tell a good planner from one that goes through everything: on boards and on a graph of 10,000 nodes,
//! the same ones in every run. Each gives few rows that every correct engine gives alike.

use crate::Rng;

/// How many queries there are.
const QUERIES: usize = 250;
/// The graph that is asked where nobody names one, on a board and not.
const USUAL_BOARD: &str = "8x8";
const LARGE_NAME: &str = "10,000 nodes";

/// A graph, and what is asked of it.
pub struct PlanningSuite {
    /// What it is.
    pub name: String,
    /// The statement that makes it in an empty database.
    pub set_up: String,
    /// The queries.
    pub queries: Vec<String>,
}

/// All graphs with their queries. Another seed gives other queries of the same shapes.
#[must_use]
pub fn planning_suites(seed: u64) -> Vec<PlanningSuite> {
    let mut rng = Rng(seed.max(1));
    let boards = [4, 6, 8, 16];
    let each = QUERIES / (boards.len() + 1);
    let mut suites: Vec<PlanningSuite> = boards
        .into_iter()
        .map(|size| PlanningSuite {
            name: format!("{size}x{size}"),
            set_up: board(size),
            queries: (0..each).map(|number| of_board(size, number, &mut rng)).collect(),
        })
        .collect();
    suites.push(PlanningSuite {
        name: LARGE_NAME.to_owned(),
        set_up: LARGE.to_owned(),
        queries: (0..each).map(|number| of_large(number, &mut rng)).collect(),
    });
    suites
}

/// The same graphs with the queries of a text, one a line: each is asked of the graph that its line begins with, or else
/// of the large one where it names `:N`, and of the usual board where it does not.
#[must_use]
pub fn planning_suites_of(text: &str) -> Vec<PlanningSuite> {
    let mut suites = planning_suites(1);
    suites.iter_mut().for_each(|suite| suite.queries.clear());
    let place = |name: &str| suites.iter().position(|suite| suite.name == name);
    let of_line = |line| {
        let named =
            str::split_once(line, ' ').and_then(|(name, query)| Some((place(name)?, query)));
        let is_large = line.match_indices(":N").any(|(at, _)| !line[at..].starts_with(":NEIGHBOR"));
        let usual = if is_large { LARGE_NAME } else { USUAL_BOARD };
        named.or_else(|| Some((place(usual)?, line)))
    };
    let lines = text.lines().filter(|line| !line.is_empty());
    let queries: Vec<_> = lines.filter_map(of_line).collect();
    for (at, query) in queries {
        suites[at].queries.push(query.to_owned());
    }
    suites.retain(|suite| !suite.queries.is_empty());
    suites
}

fn board(size: usize) -> String {
    format!(
        "UNWIND range(0, {size} * {size} - 1) AS i \
         CREATE (c:Cell {{row: i / {size}, column: i % {size}, \
           state: CASE i * 7 % 3 WHEN 0 THEN 'X' WHEN 1 THEN 'O' END}}) \
         WITH collect(c) AS cells UNWIND range(0, {size} * {size} - 1) AS i \
         UNWIND [[1, 1, 1], [1, 0, 2], [1, -1, 3], [0, 1, 4]] AS d \
         WITH cells, i, i / {size} + d[0] AS row, i % {size} + d[1] AS column, d[2] AS direction \
         WHERE row < {size} AND column >= 0 AND column < {size} \
         WITH cells[i] AS a, cells[row * {size} + column] AS b, direction \
         CREATE (a)-[:NEIGHBOR_OF {{direction: direction}}]->(b)"
    )
}

/// Two relationships of one type from each node to nodes far away, one of another type to the next node.
const LARGE: &str = "\
UNWIND range(0, 9999) AS i CREATE (n:N {i: i, k: i % 100, g: i % 10}) \
WITH collect(n) AS ns UNWIND range(0, 9999) AS i \
WITH i, ns[i] AS a, ns[(i * 7919 + 13) % 10000] AS b, ns[(i * 104729 + 7) % 10000] AS c, \
  ns[(i + 1) % 10000] AS d \
CREATE (a)-[:R {w: i % 5}]->(b), (a)-[:R {w: i % 7}]->(c), (a)-[:S]->(d)";

/// A cell in a corner, in the middle of a side or in the middle.
fn cell(size: usize, rng: &mut Rng) -> String {
    let place = [0, size - 1, size / 2];
    format!(":Cell {{row: {}, column: {}}}", rng.pick(&place), rng.pick(&place))
}

/// The shapes in turn, their details by chance.
fn of_board(size: usize, number: usize, rng: &mut Rng) -> String {
    let (a, b) = (cell(size, rng), cell(size, rng));
    let two = format!("MATCH (a{a}), (b{b}) WHERE a <> b");
    let arrow = rng.pick(&["--", "-->", "<--"]);
    let (k, most) = (1 + rng.below(3), 2 + rng.below(6));
    match number {
        0 => format!("{two} MATCH p = SHORTEST {k} (a)--+(b) RETURN sum(length(p))"),
        1 => format!("{two} MATCH p = SHORTEST 2 GROUPS (a)--+(b) RETURN count(p)"),
        2 => format!("MATCH p = ALL SHORTEST (a{a}){arrow}+(b) RETURN count(p), max(length(p))"),
        3 => format!(
            "MATCH p = SHORTEST {k} (a{a}){arrow}+(b:Cell {{state: 'X'}}) RETURN sum(length(p))"
        ),
        4 => format!(
            "{two} MATCH p = shortestPath((a)-[*..20]-(b)) \
             WHERE all(n IN nodes(p) WHERE n.row <> {} OR n.column = 0) RETURN length(p)",
            size / 2
        ),
        5 => format!("MATCH (a{a}){arrow}+(b) RETURN count(DISTINCT b)"),
        6 => format!("MATCH (a{a})-[*1..{most}]-(b) RETURN DISTINCT b.row"),
        7 => format!("MATCH (c:Cell) WHERE EXISTS {{ (c)--{{1,{most}}}({b}) }} RETURN count(c)"),
        8 => format!("MATCH (a{a}){arrow}{{1,{most}}}(b) RETURN count(DISTINCT b)"),
        9 => format!("MATCH (a{a})-[*0..{most}]-(b) RETURN b.row, min(b.column), max(b.column)"),
        10 => "MATCH (a:Cell)--(b)--(c) RETURN a.row, b.column, c.row \
               ORDER BY c.row DESC, a.row, b.column LIMIT 5"
            .to_owned(),
        11 => {
            "MATCH (a:Cell), (b:Cell) WHERE a.row = b.column AND a.state = b.state RETURN count(*)"
                .to_owned()
        }
        12 => "MATCH (a:Cell)--(b)--(c) RETURN a.row, count(*), count(DISTINCT c)".to_owned(),
        13 => format!(
            "MATCH p = (a{a})-[*1..5]->(b) WHERE none(r IN relationships(p) WHERE r.direction = {k}) \
             RETURN count(*)"
        ),
        14 => "MATCH (c:Cell) WHERE c.state IS NULL AND EXISTS { (c)-[r]-(:Cell {state: 'O'}) \
               ((:Cell)-[{direction: r.direction}]-(:Cell {state: 'O'}))* \
               (:Cell)-[{direction: r.direction}]-(:Cell {state: 'X'}) } RETURN count(c)"
            .to_owned(),
        15 => "MATCH (a:Cell)-->(b)-->(c)<--(a) RETURN count(*)".to_owned(),
        16 => "MATCH (a:Cell)--(b)--(c) RETURN DISTINCT a.row, c.row".to_owned(),
        17 => format!(
            "MATCH (a{a}), (b:Cell) WHERE EXISTS {{ (a){arrow}{{1,{most}}}(b) }} RETURN count(b)"
        ),
        18 => "MATCH (a:Cell) RETURN a.state, count(*), count { (a)--(:Cell {state: 'X'}) } AS n \
               ORDER BY a.state, n LIMIT 6"
            .to_owned(),
        19 => format!(
            "MATCH (a:Cell {{state: 'X'}}) WHERE NOT EXISTS {{ (a){arrow}+(:Cell {{row: 0, column: 0}}) }} \
             RETURN count(a)"
        ),
        _ => of_board_ends(size, number, rng),
    }
}

/// The shapes of ends and paths.
fn of_board_ends(size: usize, number: usize, rng: &mut Rng) -> String {
    let (a, b) = (cell(size, rng), cell(size, rng));
    let two = format!("MATCH (a{a}), (b{b}) WHERE a <> b");
    let arrow = rng.pick(&["--", "-->", "<--"]);
    let (k, most) = (1 + rng.below(3), 2 + rng.below(6));
    match number {
        20 => format!("MATCH (a{a})-->{{2,}}(b) RETURN count(DISTINCT b)"),
        21 => format!("MATCH (a{a})-[*2..{}]-(b) RETURN DISTINCT b.row", most + 1),
        22 => format!("MATCH (a{a}){arrow}{{3,6}}(b) RETURN b.row, min(b.column)"),
        23 => format!("MATCH p = (a{a})-[*1..{most}]-(b) RETURN b.row, min(length(p))"),
        24 => format!(
            "MATCH p = (a{a})-[*1..{most}]-(b:Cell {{state: 'X'}}) RETURN length(p) AS n ORDER BY n LIMIT 1"
        ),
        25 => format!(
            "MATCH (a{a})((x)--()--(y) WHERE x.row <= y.row){{1,3}}(b) RETURN count(DISTINCT b)"
        ),
        26 => format!("MATCH (a{a})-->+(b)-->(c) RETURN count(DISTINCT c)"),
        27 => format!("MATCH (a{a})-[*1..4]->(b)<-[*1..3]-(c) RETURN count(DISTINCT c)"),
        28 => format!(
            "MATCH (a:Cell {{row: 0}}) OPTIONAL MATCH (a){arrow}{{2,4}}(b:Cell {{state: 'X'}}) \
             RETURN a.column, count(DISTINCT b)"
        ),
        29 => format!(
            "MATCH (a:Cell {{row: {k}}}) CALL (a) {{ MATCH (a)-[*1..{most}]-(b) \
             RETURN count(DISTINCT b) AS n }} RETURN sum(n)"
        ),
        30 => format!("MATCH (c:Cell) WHERE COUNT {{ (c)--{{1,5}}({b}) }} > 0 RETURN count(c)"),
        31 => format!(
            "{two} MATCH p = allShortestPaths((a)-[*]-(b)) \
             WHERE none(r IN relationships(p) WHERE r.direction = {k}) RETURN count(p)"
        ),
        32 => format!("MATCH p = ANY 2 (a{a}){arrow}{{2,5}}(b) RETURN count(p)"),
        33 => format!("{two} RETURN EXISTS {{ (a)-[*2..{}]-(b) }} AS there", most + 6),
        34 => "MATCH (a:Cell), (b:Cell) WHERE a <> b AND EXISTS { (a)-->+(b) } RETURN count(*)"
            .to_owned(),
        35 => "MATCH (a:Cell {row: 0})--(b), (c:Cell {column: 0})--(d) \
               WHERE b.row = d.column AND b.state = d.state RETURN count(*)"
            .to_owned(),
        36 => format!(
            "MATCH (a{a})-[*1..3]-(b) WITH DISTINCT b MATCH (b)--{{2,3}}(c) WITH DISTINCT c RETURN count(c)"
        ),
        37 => format!(
            "MATCH p = (a{a})-[*1..4]-(b) WHERE any(n IN nodes(p) WHERE n.row = {k}) RETURN count(p)"
        ),
        38 => format!(
            "MATCH (a{a})-[r*1..4]-(b) RETURN max(reduce(s = 0, q IN r | s + q.direction)) AS most"
        ),
        39 => format!(
            "MATCH p = (a{a})-[*1..4]-(b) WHERE single(n IN nodes(p) WHERE n.state = 'O') \
             RETURN b.row, count(*)"
        ),
        _ => of_board_counts(size, number, rng),
    }
}

/// The shapes of paths of which it is asked how many of their elements satisfy something.
fn of_board_counts(size: usize, number: usize, rng: &mut Rng) -> String {
    let (a, b) = (cell(size, rng), cell(size, rng));
    let two = format!("MATCH (a{a}), (b{b}) WHERE a <> b");
    let (k, most) = (1 + rng.below(3), 4 + rng.below(6));
    match number {
        40 => format!(
            "MATCH p = (a{a})-[*1..{most}]-(b) WHERE any(n IN nodes(p) WHERE n.row = {k} AND n.column = 0) \
             RETURN count(DISTINCT b)"
        ),
        41 => format!(
            "MATCH p = (a{a})-[*1..{most}]-(b) WHERE single(n IN nodes(p) WHERE n.column = {k}) \
             RETURN count(DISTINCT b)"
        ),
        42 => format!(
            "MATCH p = (a{a})-[rs*1..{most}]-(b) WHERE size([r IN rs WHERE r.direction = 3]) = {k} \
             RETURN b.row, min(length(p))"
        ),
        43 => format!(
            "{two} MATCH p = shortestPath((a)-[*..30]-(b)) \
             WHERE any(n IN nodes(p) WHERE n.row = 0 AND n.column = {}) RETURN length(p)",
            size - 1
        ),
        44 => format!(
            "{two} MATCH p = shortestPath((a)-[*..12]-(b)) \
             WHERE any(n IN nodes(p) WHERE n.row = {size}) RETURN length(p)"
        ),
        45 => format!(
            "{two} MATCH p = SHORTEST {k} (a)--+(b) WHERE NOT all(n IN nodes(p) WHERE n.state IS NULL) \
             RETURN sum(length(p))"
        ),
        46 => format!(
            "MATCH (c{b}) MATCH p = (a{a})-[*1..{most}]-(b) WHERE c IN nodes(p) RETURN count(DISTINCT b)"
        ),
        47 => format!(
            "MATCH p = (a{a})-[*{most}]-(b) \
             WHERE all(n IN nodes(p) WHERE single(m IN nodes(p) WHERE m = n)) RETURN count(DISTINCT b)"
        ),
        48 => format!(
            "MATCH (a:Cell {{row: {k}}}), (b:Cell) WHERE EXISTS {{ (a)-[*3..{most}]-(b) }} RETURN count(*)"
        ),
        _ => format!(
            "MATCH (a:Cell {{row: {k}}}), (b:Cell) \
             WHERE EXISTS {{ (a)((x)--()--(z) WHERE x.row <= z.row){{1,3}}(b) }} RETURN count(*)"
        ),
    }
}

fn node(rng: &mut Rng) -> String {
    format!(":N {{i: {}}}", rng.below(10_000))
}

fn of_large(number: usize, rng: &mut Rng) -> String {
    let (a, b) = (node(rng), node(rng));
    let two = format!("MATCH (a{a}), (b{b}) WHERE a <> b");
    let (k, most) = (1 + rng.below(3), 2 + rng.below(4));
    match number {
        0 => format!("{two} MATCH p = SHORTEST {k} (a)-[:R]-+(b) RETURN sum(length(p))"),
        1 => format!("{two} MATCH p = shortestPath((a)-[:R*]->(b)) RETURN length(p)"),
        2 => format!("{two} MATCH p = ALL SHORTEST (a)-[:R]-+(b) RETURN count(p)"),
        3 => format!(
            "{two} MATCH p = shortestPath((a)-[:R*..15]-(b)) \
             WHERE all(n IN nodes(p) WHERE n.g <> 3 OR n = a OR n = b) RETURN length(p)"
        ),
        4 => format!("MATCH (a{a})-[:R*1..{}]-(b) RETURN count(DISTINCT b)", most + 2),
        5 => format!("MATCH (a{a})-->+(b) RETURN count(DISTINCT b.k)"),
        6 => format!("MATCH (a{a})-[:R]-{{1,{most}}}(b) RETURN DISTINCT b.g"),
        7 => format!(
            "MATCH (a:N {{k: {k}}}) WHERE EXISTS {{ (a)-[:R]->{{1,{most}}}(:N {{g: 0}}) }} RETURN count(a)"
        ),
        8 => {
            "MATCH (a:N)-[:R]->(b) RETURN a.i, b.i ORDER BY b.k DESC, b.i, a.i LIMIT 10".to_owned()
        }
        9 => format!("MATCH (a:N {{k: {k}}}), (b:N {{g: {most}}}) WHERE a.g = b.k RETURN count(*)"),
        10 => format!("MATCH (a:N), (b:N) WHERE a.i = b.i + {k} AND a.g = 0 RETURN count(*)"),
        11 => "MATCH (a:N)-[:R]->(b)-[:R]->(c) RETURN a.g, count(*), sum(c.k)".to_owned(),
        12 => "MATCH (a:N)-[:R]->(b)-[:S]->(c) RETURN DISTINCT a.g, c.g".to_owned(),
        13 => "UNWIND range(1, 200000) AS x RETURN x % 1000 AS k, sum(x) AS s ORDER BY k LIMIT 3"
            .to_owned(),
        14 => format!("MATCH (a:N) WHERE NOT (a)<-[:R]-(:N {{g: {k}}}) RETURN count(a)"),
        15 => format!(
            "MATCH p = (a{a})-[r:R*1..6]->(b) WHERE all(q IN r WHERE q.w < 3) RETURN count(p)"
        ),
        _ => of_large_joins(number, rng),
    }
}

/// The shapes of ends, of joins and of what is gathered.
fn of_large_joins(number: usize, rng: &mut Rng) -> String {
    let (a, b) = (node(rng), node(rng));
    let (k, most) = (1 + rng.below(3), 2 + rng.below(4));
    match number {
        16 => format!("MATCH (a{a})-[:R*2..{}]-(b) RETURN count(DISTINCT b)", most + 2),
        17 => format!("MATCH (a{a})-[:R]->{{3,6}}(b) RETURN DISTINCT b.g"),
        18 => format!("MATCH p = (a{a})-[:R*1..6]->(b) RETURN b.g, min(length(p))"),
        19 => format!(
            "MATCH (a:N {{k: {k}}}), (b:N {{k: {}}}) WHERE a.g <> b.g \
             MATCH p = shortestPath((a)-[:R*]-(b)) RETURN count(p), max(length(p))",
            k + 40
        ),
        20 => format!(
            "MATCH (a{a}), (b:N {{k: {k}}}) WHERE a <> b \
             MATCH p = shortestPath((a)-[:R*]-(b)) RETURN sum(length(p))"
        ),
        21 => format!("UNWIND range(1, 500) AS x MATCH (n:N {{i: x * 17}}) RETURN sum(n.k + {k})"),
        22 => format!(
            "MATCH (a:N)-[:R]->(b), (c:N)-[:S]->(d) WHERE b.i = d.i AND a.g = {most} RETURN count(*)"
        ),
        23 => format!("MATCH (a:N {{k: {k}}}) MATCH (b{b}) RETURN sum(a.i + b.i)"),
        24 => format!(
            "MATCH (a:N {{k: {k}}}) WHERE EXISTS {{ (a)-[:R]-{{2,3}}(:N {{g: 1}}) }} RETURN count(a)"
        ),
        25 => format!("MATCH (a{a})((x)-[:R]->()-[:S]->(y)){{1,4}}(b) RETURN count(DISTINCT b)"),
        26 => format!("MATCH (a{a})-[:R*1..3]->(b)-[:S]->(c) RETURN count(DISTINCT c)"),
        27 => format!(
            "MATCH p = (a{a})-[:R*1..6]->(b:N {{g: {k}}}) RETURN b.i ORDER BY length(p), b.i LIMIT 1"
        ),
        28 => "MATCH (a:N) WITH a.k AS k, count(*) AS n, sum(a.i) AS s RETURN max(n), max(s)"
            .to_owned(),
        29 => "MATCH (a:N) RETURN a.i AS i ORDER BY a.k DESC, a.i LIMIT 20".to_owned(),
        30 => format!(
            "MATCH (a:N {{k: {k}}})-[:R]->(b) WITH DISTINCT b MATCH (b)-[:R]->(c) \
             WITH DISTINCT c RETURN count(c)"
        ),
        31 => format!("MATCH (a:N) WHERE COUNT {{ (a)<-[:R]-() }} > {k} RETURN count(a)"),
        32 => format!("MATCH (a:N) WHERE a.i % 100 = {k} RETURN collect(DISTINCT a.g)"),
        33 => "MATCH (a:N)-[r:R]->(b) WHERE r.w = 0 RETURN avg(b.k), max(a.i)".to_owned(),
        34 => format!(
            "MATCH (a{a}) CALL (a) {{ MATCH (a)-[:R*1..5]-(b) RETURN DISTINCT b }} RETURN count(b)"
        ),
        35 => format!("MATCH p = SHORTEST {k} (a{a})-[:R]->{{2,}}(b:N {{g: 1}}) RETURN count(p)"),
        36 => "MATCH (a:N), (b:N) WHERE a.i = b.i + 1 AND a.k = b.k + 1 RETURN count(*)".to_owned(),
        37 => format!("MATCH (a{a})-[:S*1..200]->(b) RETURN count(b), max(b.i)"),
        38 => "MATCH (a:N)-[:R]->(b)-[:R]->(c)-[:R]->(a) RETURN count(*)".to_owned(),
        39 => format!(
            "MATCH (a:N {{g: {most}}})-[:R]->(b) RETURN b.k, count(*), count(DISTINCT a), collect(a.i)[0..1] IS NULL"
        ),
        _ => of_large_counts(number, rng),
    }
}

/// The shapes of paths of which it is asked how many of their elements satisfy something.
fn of_large_counts(number: usize, rng: &mut Rng) -> String {
    let (a, b) = (node(rng), node(rng));
    let two = format!("MATCH (a{a}), (b{b}) WHERE a <> b");
    let (k, most) = (1 + rng.below(3), 3 + rng.below(4));
    match number {
        40 => format!(
            "MATCH p = (a{a})-[:R*1..{most}]-(b) WHERE any(n IN nodes(p) WHERE n.g = 5) \
             RETURN count(DISTINCT b)"
        ),
        41 => format!(
            "MATCH p = (a{a})-[rs:R*1..{most}]->(b) WHERE single(r IN rs WHERE r.w = {k}) \
             RETURN count(DISTINCT b)"
        ),
        42 => format!(
            "{two} MATCH p = shortestPath((a)-[:R*]-(b)) WHERE any(n IN nodes(p) WHERE n.k = 42) \
             RETURN length(p)"
        ),
        43 => format!(
            "{two} MATCH p = allShortestPaths((a)-[:R*]-(b)) \
             WHERE single(n IN nodes(p) WHERE n.g = {k}) RETURN count(p)"
        ),
        44 => format!(
            "MATCH (a:N {{k: {k}}}), (b:N {{k: 50}}) WHERE EXISTS {{ (a)-[:R*2..4]-(b) }} RETURN count(*)"
        ),
        45 => format!(
            "MATCH (a{a}), (b:N {{k: {k}}}) WHERE EXISTS {{ (a)-[:R]-{{3,5}}(b) }} RETURN count(b)"
        ),
        46 => format!("MATCH p = (a{a})-[:R]-{{1,8}}(b{b}) RETURN min(length(p))"),
        47 => format!("MATCH p = SHORTEST {k} GROUPS (a{a})-[:R]-+(b{b}) RETURN count(p)"),
        48 => {
            format!("MATCH (a:N {{k: {k}}})-[:R]->{{1,4}}(b:N {{g: 2}}) RETURN count(DISTINCT b)")
        }
        _ => "MATCH (a:N)-[:R]->(b)<-[:R]-(c) WHERE a <> c RETURN count(*)".to_owned(),
    }
}
