//! Queries that would change the board, or the server.

use super::verdicts::{Attack, WRITE};

pub const QUERIES: &[Attack] = &[
    ("sets a property", "MATCH (cell:Cell) SET cell.state = $symbol RETURN cell LIMIT 1", WRITE),
    ("hides a write in escapes", "MATCH (cell:Cell) \\u0053ET cell.state = 'X' RETURN cell", WRITE),
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
    ("creates with INSERT", "INSERT (cell:Cell {row: 1, column: 1}) RETURN cell", WRITE),
    ("removes a label", "MATCH (cell:Cell) REMOVE cell:Cell RETURN cell", WRITE),
    (
        "writes in an optional subquery",
        "MATCH (cell:Cell) OPTIONAL CALL (cell) { SET cell.state = 'X' RETURN 1 AS x } RETURN cell",
        WRITE,
    ),
    (
        "writes in a branch",
        "CYPHER 25 WHEN true THEN CREATE (cell:Cell) RETURN cell ELSE MATCH (cell:Cell) RETURN cell",
        WRITE,
    ),
    (
        "writes before NEXT",
        "CYPHER 25 CREATE (c:Cell) RETURN c NEXT MATCH (cell:Cell) RETURN cell LIMIT 1",
        WRITE,
    ),
    (
        "merges a neighbour",
        "MATCH (cell:Cell) MERGE (cell)-[:NEIGHBOR_OF]->(cell) RETURN cell",
        WRITE,
    ),
    (
        "deletes what it found in a path",
        "MATCH path = (cell:Cell)-->() DETACH DELETE path RETURN cell",
        WRITE,
    ),
    (
        "sets a computed property",
        "MATCH (cell:Cell) SET cell['st' + 'ate'] = 'X' RETURN cell",
        WRITE,
    ),
    ("sets a computed label", "MATCH (cell:Cell) SET cell:$('Mine') RETURN cell", WRITE),
    ("replaces all properties", "MATCH (cell:Cell) SET cell = {} RETURN cell", WRITE),
    ("explains a write", "EXPLAIN MATCH (cell:Cell) DETACH DELETE cell", WRITE),
    ("profiles a write", "PROFILE CREATE (cell:Cell) RETURN cell", WRITE),
];
