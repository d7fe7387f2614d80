//! Queries that mean harm, each sent by a player of the real binary: every one loses its game for the right
//! reason, and the games after it are as they should be, also in the same host. Prints a table.

use std::time::Instant;

use crate::common::{Ran, World};
use othello_test_support::all_are_wanted;
use othello_test_support::neo4j::shared;

/// How many seconds a player has for a move, the first included: time enough on any machine, and less for those
/// that never end.
const LIMIT: &str = "30";
const SHORT: &str = "0.5";

const WRITE: &str = "write attempt";
const REFUSED: &str = "refused query";
const WRONG: &str = "query error";
const TOO_BIG: &str = "query too big";
const TIME: &str = "time-out";
const NO_CELL: &str = "no cell of this board";
/// Which of the two comes first depends on the machine.
const TIME_OR_TOO_BIG: &str = "time-out|query too big";

/// What each query is, the query, and the reason for which it loses.
const QUERIES: &[(&str, &str, &str)] = &[
    ("sets a property", "MATCH (cell:Cell) SET cell.state = $symbol RETURN cell LIMIT 1", WRITE),
    ("sets all properties", "MATCH (cell:Cell) SET cell += {state: 'X'} RETURN cell", WRITE),
    ("sets a label", "MATCH (cell:Cell) SET cell:Mine RETURN cell LIMIT 1", WRITE),
    ("removes a property", "MATCH (cell:Cell) REMOVE cell.state RETURN cell LIMIT 1", WRITE),
    ("deletes the board", "MATCH (cell:Cell) DETACH DELETE cell", WRITE),
    ("deletes a relationship", "MATCH ()-[r]->(cell) DELETE r RETURN cell LIMIT 1", WRITE),
    ("creates a cell", "CREATE (cell:Cell {row: 2, column: 3}) RETURN cell", WRITE),
    (
        "creates a neighbour",
        "MATCH (cell:Cell) CREATE (cell)-[:NEIGHBOR_OF]->(cell) RETURN cell",
        WRITE,
    ),
    ("merges a cell", "MERGE (cell:Cell {row: 99, column: 99}) RETURN cell", WRITE),
    (
        "merges and sets what it finds",
        "MERGE (cell:Cell {row: 2, column: 3}) ON MATCH SET cell.state = 'X' RETURN cell",
        WRITE,
    ),
    (
        "writes in FOREACH",
        "MATCH (cell:Cell) WITH collect(cell) AS cells FOREACH (c IN cells | SET c.state = 'X') \
         RETURN cells[0] AS cell",
        WRITE,
    ),
    (
        "writes in FOREACH in FOREACH",
        "MATCH (cell:Cell) FOREACH (a IN [1] | FOREACH (b IN [1] | CREATE (:Cell))) RETURN cell",
        WRITE,
    ),
    ("writes in CALL", "MATCH (cell:Cell) CALL (cell) { SET cell.state = 'O' } RETURN cell", WRITE),
    (
        "writes in CALL in CALL",
        "CALL () { CALL () { CREATE (n) RETURN n } RETURN n } MATCH (cell:Cell) RETURN cell LIMIT 1",
        WRITE,
    ),
    (
        "writes in transactions of its own",
        "MATCH (cell:Cell) CALL (cell) { SET cell.state = 'O' } IN TRANSACTIONS RETURN cell",
        WRITE,
    ),
    (
        "writes in the second half of a union",
        "MATCH (cell:Cell {row: 2, column: 3}) RETURN cell UNION CREATE (cell:Cell) RETURN cell",
        WRITE,
    ),
    (
        "hides a write in a comment's end",
        "MATCH (cell:Cell) /* */ SET cell.state = 'X' /* */ RETURN cell",
        WRITE,
    ),
    ("hides a write in escapes", "MATCH (cell:Cell) \\u0053ET cell.state = 'X' RETURN cell", WRONG),
    (
        "sends two statements",
        "MATCH (cell:Cell) RETURN cell LIMIT 1; MATCH (n) DETACH DELETE n",
        WRONG,
    ),
    ("creates an index", "CREATE INDEX mine FOR (c:Cell) ON (c.row)", REFUSED),
    ("drops a constraint", "DROP CONSTRAINT mine IF EXISTS", REFUSED),
    ("creates a user", "CREATE USER mallory SET PASSWORD 'mallory123'", REFUSED),
    ("drops the database", "DROP DATABASE neo4j", REFUSED),
    ("goes to another database", "USE system MATCH (cell) RETURN cell LIMIT 1", REFUSED),
    ("shows the users", "SHOW USERS YIELD user RETURN user AS cell", REFUSED),
    ("shows the settings", "SHOW SETTINGS", REFUSED),
    ("ends others' transactions", "TERMINATE TRANSACTIONS 'neo4j-transaction-1'", REFUSED),
    ("reads a file", "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line AS cell", REFUSED),
    (
        "reads from the network",
        "LOAD CSV FROM 'http://127.0.0.1/' AS line RETURN line AS cell",
        REFUSED,
    ),
    ("calls a procedure", "CALL dbms.listConfig() YIELD value RETURN value AS cell", REFUSED),
    (
        "calls one of APOC's",
        "CALL apoc.load.json('file:///etc/passwd') YIELD value RETURN value AS cell",
        REFUSED,
    ),
    ("calls a function of APOC's", "RETURN apoc.util.md5([$apiKey]) AS cell", REFUSED),
    (
        "sends its key to a stranger",
        "RETURN genai.vector.encode($apiKey, 'OpenAI', {token: $apiKey}) AS cell",
        REFUSED,
    ),
    (
        "multiplies rows without end",
        "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b WITH count(*) AS n \
         MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "multiplies the board with itself",
        "MATCH (a:Cell), (b:Cell), (c:Cell), (d:Cell), (e:Cell), (f:Cell) WITH count(*) AS n \
         MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "walks every path of the board",
        "MATCH (a:Cell {row: 0, column: 0})-[:NEIGHBOR_OF*]-(cell:Cell) WITH count(*) AS n \
         MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "matches a text for ever",
        "WITH reduce(t = '', n IN range(1, 40) | t + 'a') + '!' AS text WHERE text =~ '(a|aa|a*)*\\\\1b' \
         MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    ("makes a list of everything", "RETURN size(range(1, 1000000000000)) AS cell", TIME_OR_TOO_BIG),
    (
        "keeps a list of everything",
        "UNWIND range(1, 100000000) AS n WITH collect(n) AS all RETURN all AS cell",
        TIME_OR_TOO_BIG,
    ),
    (
        "doubles a text sixty times",
        "RETURN reduce(text = 'x', n IN range(1, 60) | text + text) AS cell",
        TIME_OR_TOO_BIG,
    ),
    ("returns a million records", "UNWIND range(1, 1000000) AS cell RETURN cell", TOO_BIG),
    ("asks for a parameter that is not there", "MATCH (cell:Cell {row: $row}) RETURN cell", WRONG),
    ("has an error quote its key", "RETURN date($apiKey) AS cell", REFUSED),
    ("has another error quote it", "RETURN toInteger([$apiKey]) AS cell", REFUSED),
    ("divides by zero", "RETURN 1 / 0 AS cell", WRONG),
    ("overflows", "RETURN 9223372036854775807 + 1 AS cell", WRONG),
    ("returns nothing", "MATCH (cell:Cell) WHERE false RETURN cell", "no record"),
    ("only explains", "EXPLAIN MATCH (cell:Cell) RETURN cell LIMIT 1", "no record"),
    ("returns two cells", "MATCH (cell:Cell) RETURN cell LIMIT 2", "2 records"),
    (
        "returns two columns of one name",
        "MATCH (a:Cell) RETURN a AS cell, a AS cell LIMIT 1",
        WRONG,
    ),
    ("makes up a cell", "RETURN {row: 2, column: 3, state: null} AS cell", NO_CELL),
    (
        "projects a cell",
        "MATCH (cell:Cell {row: 2, column: 3}) RETURN cell {.row, .column} AS cell",
        NO_CELL,
    ),
    (
        "returns a cell in a list",
        "MATCH (cell:Cell {row: 2, column: 3}) RETURN [cell] AS cell",
        NO_CELL,
    ),
    ("returns a relationship", "MATCH ()-[cell]->() RETURN cell LIMIT 1", NO_CELL),
    ("returns a path", "MATCH cell = (:Cell)-->(:Cell) RETURN cell LIMIT 1", NO_CELL),
    ("says where its cell is", "RETURN 'd3' AS cell", NO_CELL),
    (
        "takes a cell that is taken",
        "MATCH (cell:Cell {row: 3, column: 3}) RETURN cell",
        "illegal move d4",
    ),
];

/// Those that a real Neo4j gets to see, since the front end lets them through, and that it ends alike.
const FOR_A_SERVER: &[&str] = &[
    "multiplies rows without end",
    "walks every path of the board",
    "keeps a list of everything",
    "divides by zero",
    "returns nothing",
    "returns two cells",
    "makes up a cell",
    "returns a cell in a list",
    "returns a relationship",
    "returns a path",
];

/// Those that are too long to be written out.
fn made() -> Vec<(&'static str, String, &'static str)> {
    let nested = |open: &str, within: &str, close: &str| {
        open.repeat(10_000) + within + &close.repeat(10_000)
    };
    let cell = |value: String| format!("RETURN {value} AS cell");
    vec![
        ("nests 10,000 parentheses", cell(nested("(", "1", ")")), TOO_BIG),
        ("nests 10,000 lists", cell(nested("[", "1", "]")), TOO_BIG),
        ("nests 10,000 maps", cell(nested("{a: ", "1", "}")), TOO_BIG),
        ("negates 10,000 times", cell(format!("{}true", "NOT ".repeat(10_000))), TOO_BIG),
        (
            "nests 10,000 subqueries",
            nested("CALL () { ", "RETURN 1 AS cell", " } RETURN cell"),
            TOO_BIG,
        ),
        ("adds up 10,000 numbers", cell(format!("1{}", " + 1".repeat(10_000))), TOO_BIG),
        ("is nothing but comment", "/*".to_owned() + &"x".repeat(900_000), WRONG),
    ]
}

/// Every query in a file of its own: what it is, the file, and why it loses.
fn players(world: &World) -> Vec<(&'static str, String, &'static str)> {
    let written = QUERIES.iter().map(|(name, query, reason)| (*name, (*query).to_owned(), *reason));
    let file = |(number, (name, query, reason)): (usize, (&'static str, String, &'static str))| {
        let text = format!("// Bad {number}\n{query}");
        (name, world.file(&format!("bad{number}.cypher"), &text), reason)
    };
    written.chain(made()).enumerate().map(file).collect()
}

/// Plays each of them, and fails with those that do not end as they should.
#[track_caller]
fn all_lose(world: &World, players: &[(&'static str, String, &'static str)], place: &[&str]) {
    println!("{:44} {:>7}  verdict", "query", "ms");
    let wrong =
        players.iter().filter(|(name, spec, reason)| !is_right(world, name, spec, reason, place));
    let wrong: Vec<_> = wrong.map(|(name, ..)| *name).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn every_query_that_means_harm_loses_for_the_right_reason_and_the_next_game_is_a_normal_one() {
    let world = World::new();
    let mut players = players(&world);
    let long =
        world.program("Long", "printf 'RETURN '; head -c 10000000 /dev/zero | tr '\\0' x; echo");
    players.push(("is a text of 10 MB", long, TOO_BIG));
    all_lose(&world, &players, &[]);
}

/// Plays a game of the bad player and one of good ones, and prints a line of the table.
fn is_right(world: &World, name: &str, bad: &str, reason: &str, place: &[&str]) -> bool {
    let limit = if reason.starts_with(TIME) { SHORT } else { LIMIT };
    let args = ["Simple", "--seed", "1", "--api-key", "sk-secret-1", "--time-limit", limit];
    let begun = Instant::now();
    let args = [&[bad], &args[..], &["--first-move-limit", limit], place].concat();
    let ran = world.run(&args);
    let took = begun.elapsed();
    let said = verdict(&ran);
    println!("{name:44} {:7.1}  {said}", took.as_secs_f64() * 1e3);
    let mut wrong = Vec::new();
    let is_it = reason.split('|').any(|reason| said.contains(&format!("loses by {reason}")));
    if !is_it || ran.code != Some(0) || ran.out != "Simple\n" {
        wrong.push(format!("expected {reason:?}: {:?} {} {}", ran.code, ran.out, ran.err));
    }
    if ran.err.contains("sk-secret") {
        wrong.push("it shows the key".to_owned());
    }
    let normal = [&["Simple", "Random", "--seed", "1", "-q", "--size", "4"], place].concat();
    let after = world.run(&normal);
    if after.code != Some(0) || !after.err.is_empty() {
        wrong.push(format!("no normal game after it: {}", after.err));
    }
    wrong.iter().for_each(|wrong| println!("  FAILED: {wrong}"));
    wrong.is_empty()
}

/// The line that says why it lost, as far as a table has room.
fn verdict(ran: &Ran) -> String {
    let line = ran.err.lines().find(|line| line.contains(" loses by ")).unwrap_or(&ran.err);
    line.chars().take(110).collect()
}

#[test]
fn all_of_them_lose_both_games_of_a_contest_in_one_host() {
    let world = World::new();
    let players = players(&world);
    let contest = ["tournament", "--kind", "gauntlet", "--games", "2", "--openings", "none"];
    let limits = ["--size", "6", "--time-limit", SHORT, "--first-move-limit", SHORT, "Simple"];
    let bad = players.iter().map(|(_, spec, _)| spec.as_str());
    let ran = world.run(contest.into_iter().chain(limits).chain(bad).chain(["Random"])).exits(0);
    // Among the columns: games, points, and how many of them that is in percent.
    let lost = ran.out.lines().filter(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.get(1) == Some(&"Bad") && words.windows(3).any(|three| three == ["2", "0.0", "0.0"])
    });
    assert_eq!(lost.count(), players.len(), "{}{}", ran.out, ran.err);
}

#[test]
fn a_real_server_ends_those_alike_that_the_front_end_lets_through() {
    if !all_are_wanted("hostile queries on a real Neo4j") {
        return;
    }
    let Some(server) = shared() else { return };
    let world = World::new();
    let place = [
        "--uri",
        &server.uri,
        "--user",
        &server.user,
        "--password",
        &server.password,
        "--database",
        &server.database,
    ];
    let players = players(&world).into_iter().filter(|(name, ..)| FOR_A_SERVER.contains(name));
    all_lose(&world, &players.collect::<Vec<_>>(), &place);
}
