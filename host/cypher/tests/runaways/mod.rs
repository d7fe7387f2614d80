//! Queries that would run for ever, or hold everything: for the test that they end and the bench that tells how
//! late.

/// Patterns with more matches than anybody can wait for.
pub const PATTERNS: &[&str] = &[
    "MATCH (a), (b), (c), (d), (e), (f), (g), (h) RETURN count(*)",
    "MATCH (a)((x)-[r]-(y))+(b) RETURN count(*)",
    "MATCH (a)((x)-[r]->(y)-[s]-(z) WHERE x.i <> z.i)*(b) WHERE size(r) > 1000 RETURN a",
    "MATCH (a)-[r*]-(b) RETURN count(*)",
    "MATCH p = (a)-[*]-(b) RETURN p",
    "MATCH (a {i: 1}) WHERE COUNT { (a)(()--()--())+(b {i: -1}) } = 1 RETURN a",
    "MATCH (a {i: 1}) RETURN COUNT { (a)-[*]-() }",
    "MATCH (a {i: 1}) RETURN [(a)-[*]-(b) | b.i]",
    "MATCH SHORTEST 3 (p = (a {i: 1})-[]-+(b {i: 12}) WHERE length(p) > 61) RETURN p",
    "MATCH p = shortestPath((a {i: 1})-[r*]-(b {i: 12})) WHERE length(p) > 61 RETURN p",
    "MATCH (a) OPTIONAL MATCH (a)-[*]-(b) RETURN count(b)",
    "MATCH (a) CALL (a) { MATCH (a)-[*]-(b) RETURN count(*) AS n } RETURN n",
];

/// Lists, rows and texts that grow without end.
pub const LISTS: &[&str] = &[
    "RETURN range(1, 1000000000000)",
    "RETURN size(range(1, 1000000000000))",
    "UNWIND range(1, 1000000000000) AS x RETURN count(*)",
    "UNWIND range(1, 1000000000000) AS x RETURN x",
    "UNWIND range(1, 1000000000000) AS x WITH x WHERE x < 0 RETURN x",
    "UNWIND range(1, 1000000000000) AS x RETURN DISTINCT x",
    "UNWIND range(1, 1000000000000) AS x RETURN collect(x)",
    "UNWIND range(1, 1000000000000) AS x RETURN count(DISTINCT x)",
    "UNWIND range(1, 1000000000000) AS x RETURN percentileCont(x, 0.5)",
    "UNWIND range(1, 1000000000000) AS x RETURN x % 1000000007 AS k, count(*)",
    "UNWIND range(1, 1000000000000) AS x RETURN x ORDER BY x % 1000",
    "UNWIND range(1, 1000000000000) AS x RETURN x ORDER BY x DESC LIMIT 10",
    "UNWIND range(1, 1000000000000) AS x RETURN x SKIP 1000000000",
    "UNWIND range(1, 1000) AS x UNWIND range(1, 1000) AS y UNWIND range(1, 1000000) AS z \
     WITH x, y, z ORDER BY y, z DESC, x RETURN count(*)",
    "UNWIND range(1, 1000000000000) AS x RETURN x UNION UNWIND [1] AS x RETURN x",
    "RETURN [x IN range(1, 1000000000000) WHERE x < 0]",
    "RETURN [x IN range(1, 1000000000000) | x]",
    "RETURN all(x IN range(1, 1000000000000) WHERE x > 0)",
    "RETURN none(x IN range(1, 1000000000000) WHERE x < 0)",
    "RETURN reduce(sum = 0, x IN range(1, 1000000000) | x)",
    "RETURN size(reduce(text = '', x IN range(1, 1000000000) | text + 'grows and grows'))",
    "RETURN size(reduce(list = [], x IN range(1, 1000000000) | list + x))",
    "RETURN size(reduce(list = [1], x IN range(1, 100) | list + list))",
    "RETURN reduce(list = [], x IN range(1, 1000000000) | [list])",
    "RETURN reduce(map = {}, x IN range(1, 1000000000) | {m: map})",
    "WITH range(1, 500000) AS list UNWIND range(1, 1000000) AS x \
     WITH list WHERE list + 1 = list + 2 OR -1 IN list RETURN list",
    "WITH range(1, 200000) AS a, range(1, 200000) AS b \
     UNWIND range(1, 1000000) AS x WITH a, b WHERE a < b RETURN a",
];

/// Functions on giant texts.
pub const TEXTS: &[&str] = &[
    "UNWIND range(1, 1000000000) AS x WITH 'a' =~ ('(?i)[^b]{1,90}c' + x) AS y RETURN count(y)",
    "RETURN size(reduce(t = 'ab', x IN range(1, 100) | t + t))",
    "WITH reduce(t = 'a', x IN range(1, 24) | t + t) AS text RETURN text =~ '(a|aa)+b'",
    "WITH reduce(t = 'a', x IN range(1, 24) | t + t) AS text RETURN text =~ '(a*)*(a*)*(\\\\w|a)*b'",
    "WITH reduce(t = 'a', x IN range(1, 24) | t + t) AS text UNWIND range(1, 1000) AS x \
     WITH text WHERE text CONTAINS 'b' + x RETURN text",
    "WITH reduce(t = 'ab', x IN range(1, 23) | t + t) AS text RETURN size(replace(text, 'a', 'aaaaaaa'))",
    "WITH reduce(t = 'ab', x IN range(1, 23) | t + t) AS text RETURN size(split(text, 'b'))",
    "WITH reduce(t = 'ab', x IN range(1, 23) | t + t) AS text UNWIND range(1, 1000) AS x \
     RETURN size(toUpper(text)) + size(reverse(text)) + size(trim(text))",
    "WITH reduce(t = 'ab', x IN range(1, 23) | t + t) AS text UNWIND range(1, 1000) AS x \
     WITH text WHERE text + x = text RETURN text",
    "UNWIND range(1, 1000000000) AS x WITH x WHERE toString(x) =~ '.*z' RETURN x",
    "UNWIND range(1, 1000000000) AS x WITH x WHERE 'abc' =~ ('a' + x + '{50}') RETURN x",
    "RETURN 'a' =~ '((a{1,1000}){1,1000}){1,1000}'",
    "CYPHER 25 WITH reduce(t = 'a', x IN range(1, 22) | t + t) AS text \
     RETURN size(string.regexReplace(text, '(a*)*b', 'c'))",
    "CYPHER 25 WITH reduce(t = 'a', x IN range(1, 19) | t + t) AS text \
     RETURN size(string.regexReplace(text, '', text))",
    "CYPHER 25 UNWIND range(1, 1000000000) AS x \
     WITH vector(range(1, 4096), 4096, FLOAT) AS v WHERE vector_norm(v, EUCLIDEAN) < 0 RETURN v",
    "CYPHER 25 UNWIND range(1, 1000000000) AS x RETURN collect(vector(range(1, 4096), 4096, INTEGER16))",
    "CYPHER 25 UNWIND range(1, 1000000000) AS x WITH format(date(), 'EEEE, d MMMM uuuu') AS t WHERE t = '' RETURN t",
    "CYPHER 25 UNWIND range(1, 1000000000) AS x RETURN count(DISTINCT uuid())",
];

/// Writes that never end.
pub const WRITES: &[&str] = &[
    "UNWIND range(1, 1000000000) AS x CREATE (:New {x: x})",
    "FOREACH (x IN range(1, 1000000000) | CREATE (:New)-[:TO]->(:New))",
    "UNWIND range(1, 1000000000) AS x MERGE (:New {x: x})",
    "MATCH (a), (b), (c), (d), (e), (f), (g) SET a.i = b.i",
    "MATCH (n) UNWIND range(1, 1000000000) AS x SET n.x = x",
    "MATCH (n) DETACH DELETE n WITH n UNWIND range(1, 1000000000) AS x CREATE (:New)",
    "MATCH (a:N)-[*]-(b) CREATE (a)-[:TO]->(b)",
    "CREATE (:New) WITH * UNWIND range(1, 1000000000) AS x \
     CALL (x) { CREATE (n:New {x: x}) RETURN n } RETURN count(n)",
];
