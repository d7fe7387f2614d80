//! Queries that would run for ever in corners of the language that few players ever come to: dates, conversions, trims,
//! and paths of which something is counted.

use super::verdicts::{Attack, TIME, TIME_OR_TOO_BIG};

pub const QUERIES: &[Attack] = &[
    (
        "adds days to a date for ever",
        "UNWIND range(1, 1000000000) AS x WITH x, date('2000-01-01') + duration({days: x % 100000}) AS y WHERE y IS NULL WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks for the months between dates for ever",
        "UNWIND range(1, 1000000000) AS x WITH duration.inMonths(date('0001-01-01'), date('9999-01-01')) AS y WHERE y IS NULL WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks a zone for its time for ever",
        "UNWIND range(1, 1000000000) AS x WITH toString(datetime({epochSeconds: x, timezone: 'Europe/Berlin'})) AS y WHERE y IS NULL WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "makes up names for ever",
        "UNWIND range(1, 1000000000) AS x WITH randomUUID() AS y WHERE y IS NULL WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "converts lists for ever",
        "UNWIND range(1, 1000000000) AS x WITH toIntegerList(toStringList(range(1, 1000))) AS y WHERE y IS NULL WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "splits a text into its letters for ever",
        "WITH reduce(t = 'ab', i IN range(1, 18) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH split(t, '') AS y WHERE y IS NULL WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "puts a text between all letters of another",
        "WITH reduce(t = 'ab', i IN range(1, 20) | t + t) AS t WITH replace(t, '', t) AS y WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "trims both ends for ever",
        "WITH reduce(t = 'ab', i IN range(1, 18) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH btrim(t, 'ab') AS y WHERE y IS NULL WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "adds up along every long path",
        "MATCH p = (a:Cell {row: 0, column: 0})-[r*14..]-(b:Cell {row: 7, column: 7}) WITH reduce(s = 0, x IN r | s + x.direction) AS d WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks for shortest paths that are all too short",
        "MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) MATCH p = allShortestPaths((a)-[*]-(b)) WHERE length(p) > 20 WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "counts paths in a subquery for each of a billion",
        "UNWIND range(1, 1000000000) AS x CALL (x) { MATCH (a)-[*1..4]-(b) RETURN count(*) AS s } WITH count(s) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "counts the different ends of seven steps",
        "MATCH (a)-[r1]-(b)-[r2]-(c)-[r3]-(d)-[r4]-(e)-[r5]-(f)-[r6]-(g)-[r7]-(h) WITH count(DISTINCT h) AS c WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
];
