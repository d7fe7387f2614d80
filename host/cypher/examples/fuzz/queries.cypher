WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (c:Cell) WHERE c.state IS NULL AND EXISTS { (c)-[r:NEIGHBOR_OF]-(:Cell {state: other}) ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other})){0,5} (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol}) }
RETURN c.row AS row, c.column AS column ORDER BY row, column LIMIT 1;
MATCH p = (a:A&B|!C {x: 1} WHERE a.y > 2)-[r:R|S*1..3 {k: 'v'}]->(b), (c)<-[q]-(d) USING INDEX a:A(x) WHERE (a)-->(b) AND NOT (c)--(d) RETURN DISTINCT *, a.x + 1 AS s SKIP 1 LIMIT $n;
MATCH SHORTEST 2 PATH GROUPS (p = (a)-[:R]->{1,3}(b) WHERE length(p) > 2) RETURN p;
MATCH REPEATABLE ELEMENTS p = ANY SHORTEST ((a)-[r]->(b) WHERE a.x = b.x){2,4} (c IS %) RETURN nodes(p)[0..-1], [n IN nodes(p) WHERE n:A|B | n {.x, .*, y: 1, n}];
MATCH p = shortestPath((a)-[*..5]-(b)), allShortestPaths((c)-[:T*]-(d)) RETURN reduce(s = 0, x IN relationships(p) | s + x.w), all(x IN [1] WHERE x > 0), single(x IN [] WHERE true);
OPTIONAL MATCH (n) CALL (n) { WITH n.x AS y RETURN y UNION ALL RETURN 2 AS y } CALL { MATCH (m) RETURN count(*) AS k } RETURN n, y, k ORDER BY n.x DESC, k;
CALL { CREATE (a) RETURN a } IN 3 CONCURRENT TRANSACTIONS OF 10 ROWS ON ERROR CONTINUE REPORT STATUS AS s RETURN s;
CREATE (a:A:B {x: 1})-[:R {y: $p}]->(b)<-[r:$($t)]-(c $map) SET a.z = 1, a += {q: 2}, b:L:$(x), a['k'] = 3 REMOVE a.x, b:L FOREACH (x IN [1, 2] | MERGE (d {v: x}) ON CREATE SET d.n = 1 ON MATCH SET d.m = 2) DETACH DELETE c;
UNWIND [1, 0x1F, 0o17, 1_000, -5, .5, 1e3, 1.5E-3, INF, NaN, 'a\u0041\n', "b", null, true, {a: [1]}, $p, $`x y`, $1] AS x RETURN x IS :: INTEGER NOT NULL | LIST<STRING>, x IS NOT TYPED ZONED DATETIME, 'x' IS NFKD NORMALIZED, CASE x WHEN > 1, IS NULL THEN 'a' WHEN STARTS WITH 'b' THEN 2 ELSE 3 END;
RETURN -2 ^ 2, 1 < 2 <= 3 <> 4, NOT true XOR false OR null AND true, 'a' =~ 'b.*', 1 IN [1] || [2], 7 % 3 * 2 / 1.0, trim(BOTH 'x' FROM 'xax'), normalize('a', NFD), exists((a)-->()), [(a)-[r]->(b) WHERE b.x | r.y], COLLECT { MATCH (n) RETURN n.x }, COUNT { (a)--() };
CYPHER 25 LET x = 1, y = x + 1 FILTER WHERE y > 1 ORDER BY y SKIP 1 LIMIT 2 RETURN x;
CYPHER 25 WHEN 1 > 2 THEN { RETURN 1 AS x } WHEN true THEN RETURN 2 AS x ELSE { RETURN 3 AS x };
EXPLAIN LOAD CSV WITH HEADERS FROM 'file:///x' AS row FIELDTERMINATOR ';' RETURN row;
PROFILE USE graph.byName('x') MATCH (n) RETURN n UNION MATCH (n) RETURN n;
CALL db.labels() YIELD label AS l WHERE l STARTS WITH 'A' RETURN l;
SHOW TRANSACTIONS YIELD *;
INSERT (:A {x: date('2020-01-01')}) FINISH;
