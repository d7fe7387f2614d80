//! Queries that would run for ever or hold everything, and values that are larger than the memory they lie in.

use super::verdicts::{Attack, TIME, TIME_OR_TOO_BIG, TOO_BIG};

/// Rows, texts, lists and patterns without end.
pub const QUERIES: &[Attack] = &[
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
    (
        "looks around in half a megabyte",
        "WITH reduce(t = 'a', i IN range(1, 19) | t + t) AS t UNWIND range(1, 1000) AS x WITH t, x WHERE t + x =~ '(?:(?=a*)a)*' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "looks around while it looks around",
        "WITH reduce(t = 'a', i IN range(1, 16) | t + t) AS t WITH t WHERE t =~ '(?:(?=(?:(?=a*)a)*)a)*b' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "looks behind at every place",
        "WITH reduce(t = 'a', i IN range(1, 19) | t + t) AS t UNWIND range(1, 1000) AS x WITH t WHERE t =~ '(?:a(?<=a{0,500}b|a))*b' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "refers back",
        "WITH reduce(t = 'a', i IN range(1, 14) | t + t) AS t WITH t WHERE t =~ '(a*)\\\\1(a*)\\\\2b' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "gives nothing back, a billion times",
        "UNWIND range(1, 1000000000) AS x WITH x WHERE 'aaaaaaaaaaaaaaaaaaaaaaaaaaab' + x =~ '(?:a|a(?=a))*+c' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "compiles a billion patterns",
        "UNWIND range(1, 1000000000) AS x WITH x WHERE 'abc' =~ ('a' + x + '{40}(?=b)') WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "compiles a billion automata",
        "UNWIND range(1, 1000000000) AS x WITH x WHERE 'abc' =~ ('(?i)[^b]{1,90}c' + x) WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "walks a text with an exploding automaton",
        "WITH reduce(t = 'ab', i IN range(1, 18) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH t WHERE t + x =~ '(a|b)*a(a|b){60}' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "repeats a repetition of a repetition",
        "WITH 1 AS x WHERE 'a' =~ '((a{1,1000}){1,1000}){1,1000}' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TOO_BIG,
    ),
    (
        "doubles a pattern",
        "WITH reduce(p = 'a?', i IN range(1, 20) | p + p) AS p WHERE 'aaa' =~ p WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TOO_BIG,
    ),
    (
        "compares texts of megabytes",
        "WITH reduce(t = 'ab', i IN range(1, 22) | t + t) AS t WITH t, t + 'a' AS u UNWIND range(1, 100000) AS x WITH t, u WHERE t + 'b' = u WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "sorts texts of megabytes",
        "WITH reduce(t = 'ab', i IN range(1, 20) | t + t) AS t WITH [t + 'a', t + 'b', t + 'c'] AS ts UNWIND range(1, 100000) AS x WITH ts[x % 3] AS t ORDER BY t WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "tells texts of megabytes apart",
        "WITH reduce(t = 'ab', i IN range(1, 20) | t + t) AS t UNWIND range(1, 100000) AS x WITH DISTINCT t, x WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "groups by texts of megabytes",
        "WITH reduce(t = 'ab', i IN range(1, 20) | t + t) AS t UNWIND range(1, 100000) AS x WITH t, collect(x) AS c WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks how texts of megabytes begin",
        "WITH reduce(t = 'ab', i IN range(1, 22) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH t WHERE NOT t STARTS WITH t WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks how texts of megabytes end",
        "WITH reduce(t = 'ab', i IN range(1, 22) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH t WHERE NOT t ENDS WITH t WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "searches texts of megabytes",
        "WITH reduce(t = 'ab', i IN range(1, 22) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH t WHERE t CONTAINS 'b' + x WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "searches many short texts",
        "WITH reduce(t = 'ab', i IN range(1, 14) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH t WHERE t CONTAINS 'bb' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "replaces in texts of megabytes",
        "WITH reduce(t = 'ab', i IN range(1, 20) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH replace(t, 'b', 'c') AS u WHERE u = '' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "splits texts of megabytes",
        "WITH reduce(t = 'ab', i IN range(1, 18) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH split(t, 'b') AS u WHERE u = [] WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "splits by thousands of texts",
        "WITH [i IN range(1, 20000) | 'x' + i] AS d, reduce(t = 'ab', i IN range(1, 16) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH split(t, d) AS u WHERE u = [] WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "turns texts of megabytes round",
        "WITH reduce(t = 'ab', i IN range(1, 20) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH reverse(t) AS u WHERE u = '' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "writes texts of megabytes large",
        "WITH reduce(t = 'ab', i IN range(1, 20) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH toUpper(t) AS u WHERE u = '' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "writes a text that grows by it large",
        "WITH reduce(t = 'ΐ', i IN range(1, 23) | t + t) AS t WITH toUpper(t) AS u WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "trims by a text of megabytes",
        "WITH reduce(t = 'ab', i IN range(1, 19) | t + t) AS t, reduce(t = 'cd', i IN range(1, 19) | t + t) AS s \
         WITH btrim(t, s + 'ab') AS u WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "counts the characters of megabytes",
        "WITH reduce(t = 'ab', i IN range(1, 22) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH size(t) AS n WHERE n < 0 WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "takes the right of megabytes",
        "WITH reduce(t = 'ab', i IN range(1, 22) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH right(t, 1) AS n WHERE n = '' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "cuts megabytes in the middle",
        "WITH reduce(t = 'ab', i IN range(1, 22) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH substring(t, 3000000, 2) AS n WHERE n = '' WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "puts a million marks on a letter",
        "WITH reduce(t = '\\u0301', i IN range(1, 20) | t + t) AS t WITH normalize('a' + t) AS u WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TOO_BIG,
    ),
    (
        "normalizes megabytes",
        "WITH reduce(t = 'ab', i IN range(1, 21) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH t WHERE NOT t IS NFKD NORMALIZED WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "reads a number from megabytes",
        "WITH reduce(t = '9', i IN range(1, 22) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH toIntegerOrNull(t) AS u WHERE u = 1 WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "looks a text of megabytes up in a map",
        "WITH reduce(t = 'ab', i IN range(1, 21) | t + t) AS t UNWIND range(1, 1000000000) AS x WITH {a: 1}[t] AS u WHERE u = 1 WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "looks a text of megabytes up among labels",
        "WITH reduce(t = 'ab', i IN range(1, 21) | t + t) AS t UNWIND range(1, 1000000000) AS x MATCH (c:$(t))  WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "reverses a list for ever",
        "WITH range(1, 500000) AS l UNWIND range(1, 1000000000) AS x WITH reverse(l) AS m WHERE m = [] WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "takes tails for ever",
        "WITH range(1, 200000) AS l WITH reduce(m = l, i IN range(1, 200000) | tail(m)) AS m WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "appends for ever",
        "WITH reduce(m = [], i IN range(1, 1000000000) | m + i) AS m WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "makes lists of lists of lists",
        "WITH [x IN range(1, 1000000) | [y IN range(1, 1000) | [z IN range(1, 1000) | z]]] AS l WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "asks whether all of a trillion are positive",
        "WITH 1 AS y WHERE all(x IN range(1, 1000000000000) WHERE x > 0) WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks whether a single one of a trillion is negative",
        "WITH 1 AS y WHERE NOT single(x IN range(1, 1000000000000) WHERE x < 0) WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "adds up a trillion",
        "WITH reduce(s = 0.5, x IN range(1, 1000000000000) | s + x) AS s WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "takes the percentile of everything",
        "UNWIND range(1, 1000000000) AS x WITH percentileCont(x, 0.5) AS p WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "takes the deviation of everything",
        "UNWIND range(1, 1000000000) AS x WITH stDev(x) AS p WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "keeps every different number",
        "UNWIND range(1, 1000000000) AS x WITH count(DISTINCT x) AS p WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "sorts everything",
        "UNWIND range(1, 1000000000) AS x WITH x ORDER BY -x WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "compares vectors for ever",
        "WITH range(1, 200000) AS v UNWIND range(1, 1000000000) AS x WITH vector.similarity.cosine(v, v) AS s WHERE s = 2 WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "counts in a subquery for ever",
        "MATCH (c:Cell) WITH c WHERE COUNT { UNWIND range(1, 1000000000) AS x RETURN x } = 1000000000 WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "collects in a subquery for ever",
        "MATCH (c:Cell) WITH COLLECT { UNWIND range(1, 1000000000) AS x RETURN x } AS l WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "looks for what is not there for ever",
        "MATCH (c:Cell) WITH c WHERE EXISTS { UNWIND range(1, 1000000000) AS x WITH x WHERE x < 0 RETURN x } WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "walks all trails of a repeated part",
        "MATCH (a:Cell)((x)-[r]-(y))+(b:Cell) WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "walks all pairs of trails",
        "MATCH (a:Cell)-[:NEIGHBOR_OF*]-(b), (c:Cell)-[:NEIGHBOR_OF*]-(d) WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks for millions of shortest paths",
        "MATCH p = SHORTEST 10000000 (a:Cell {row: 0, column: 0})-[]-+(b:Cell {row: 7, column: 7}) WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "asks for the shortest path that is long",
        "MATCH p = shortestPath((a:Cell {row: 0, column: 0})-[r*]-(b:Cell {row: 7, column: 7})) WHERE length(p) > 40 WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "keeps all paths of the board",
        "MATCH p = (a:Cell)-[*]-(b) WITH collect(p) AS all WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "comprehends all paths of the board",
        "MATCH (a:Cell) WITH [(a)-[*]-(b) | b.row] AS all WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "walks in optional matches for ever",
        "MATCH (a:Cell) OPTIONAL MATCH (a)-[*]-(b) WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "unites endless halves",
        "CALL () { UNWIND range(1, 1000000000) AS x RETURN x UNION UNWIND range(1, 1000000000) AS x RETURN -x AS x } WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
];

/// Lists and maps that share their parts, so that a few thousand bytes would print as gigabytes.
pub const VALUES: &[Attack] = &[
    (
        "returns a list that prints as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l RETURN l AS cell",
        TOO_BIG,
    ),
    (
        "returns a map that prints as gigabytes",
        "WITH reduce(m = {}, i IN range(1, 40) | {a: m, b: m}) AS m RETURN m AS cell",
        TOO_BIG,
    ),
    (
        "returns one text thousands of times",
        "WITH reduce(t = 'ab', i IN range(1, 19) | t + t) AS t RETURN [x IN range(1, 10000) | t] AS cell",
        TOO_BIG,
    ),
    (
        "returns a list in which one node stands a million times",
        "MATCH (c:Cell) WITH c LIMIT 1 RETURN [x IN range(1, 1000000) | c] AS cell",
        TIME_OR_TOO_BIG,
    ),
    (
        "returns 10,000 shared lists",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l UNWIND range(1, 10000) AS x RETURN l AS cell",
        TOO_BIG,
    ),
    (
        "compares lists that print as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l , reduce(m = [], i IN range(1, 40) | [m, m]) AS m WITH l, m WHERE l = m WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "orders lists that print as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l , reduce(m = [], i IN range(1, 40) | [m, m]) AS m UNWIND [l, m] AS x WITH x ORDER BY x WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "tells lists apart that print as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l , reduce(m = [], i IN range(1, 40) | [m, m]) AS m UNWIND [l, m] AS x WITH DISTINCT x WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "groups by lists that print as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l , reduce(m = [], i IN range(1, 40) | [m, m]) AS m UNWIND [l, m] AS x WITH x, count(*) AS k WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "finds the largest of lists that print as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l , reduce(m = [], i IN range(1, 40) | [m, m]) AS m UNWIND [l, m] AS x WITH max(x) AS x WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks whether a list is among others that print as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l , reduce(m = [], i IN range(1, 40) | [m, m]) AS m WITH l, m WHERE l IN [m, m] WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks whether a list is less that prints as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l , reduce(m = [], i IN range(1, 40) | [m, m]) AS m WITH l, m WHERE l < m WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "collects the different lists that print as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l , reduce(m = [], i IN range(1, 40) | [m, m]) AS m UNWIND [l, m] AS x WITH collect(DISTINCT x) AS x WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks for the type of what prints as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l WITH valueType(l) AS y WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "asks for a type that is as long as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, [l]]) AS l WITH valueType(l) AS y WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "asks whether what prints as gigabytes is a list of lists",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l WITH l WHERE NOT l IS :: LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<LIST<INTEGER>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME_OR_TOO_BIG,
    ),
    (
        "compares maps that print as gigabytes",
        "WITH reduce(m = {}, i IN range(1, 40) | {a: m, b: m}) AS m, reduce(m = {}, i IN range(1, 40) | {a: m, b: m}) AS n WITH m, n WHERE m = n WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "compares a list that prints as gigabytes with null of it",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l , reduce(m = [], i IN range(1, 40) | [m, m]) AS m WITH nullIf(l, m) AS y WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "chooses by a list that prints as gigabytes",
        "WITH reduce(l = [], i IN range(1, 40) | [l, l]) AS l , reduce(m = [], i IN range(1, 40) | [m, m]) AS m WITH CASE l WHEN m THEN 1 END AS y WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TIME,
    ),
    (
        "nests 10,000 lists as it runs",
        "WITH reduce(l = [], i IN range(1, 10000) | [l]) AS l WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TOO_BIG,
    ),
    (
        "nests 10,000 maps as it runs",
        "WITH reduce(l = {}, i IN range(1, 10000) | {m: l}) AS l WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
        TOO_BIG,
    ),
];
