MATCH (a:Cell {row: 0}) OPTIONAL MATCH (a)-->(b) OPTIONAL MATCH (b)-->(c) OPTIONAL MATCH (c)-->(d) RETURN count(DISTINCT d)
MATCH (a:Cell {row: 0}) OPTIONAL MATCH (a)-[*1..5]->(b:Cell {state: 'X'}) OPTIONAL MATCH (b)-[*1..4]->(c:Cell {state: 'O'}) RETURN a.column, count(DISTINCT c)
MATCH (a:Cell {row: 0}) OPTIONAL MATCH (a)--{1,5}(b) WITH DISTINCT a, b OPTIONAL MATCH (b)--{1,3}(c) RETURN count(DISTINCT c)
MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row = b.column AND b.row = c.column AND c.row = a.column RETURN count(*)
MATCH (a:Cell {state: 'X'}), (b:Cell {state: 'O'}), (c:Cell) WHERE a.row = b.row AND b.column = c.column AND c.state IS NULL RETURN count(DISTINCT c)
MATCH (a:Cell)--(b:Cell), (c:Cell)--(d:Cell) WHERE a.row = c.row AND b.column = d.column RETURN count(*)
MATCH (a:Cell)--(b:Cell), (c:Cell)--(d:Cell) WHERE a.state = 'X' AND c.state = 'O' AND b = d RETURN count(DISTINCT b)
MATCH (a:Cell) RETURN sum(size([(a)--(b)--(c) WHERE c.state = 'X' | c.row])) AS s
MATCH (a:Cell) WITH a, [(a)-[*1..4]-(b) WHERE b.state = 'X' | b.row][0..1] AS l RETURN count(l)
MATCH (a:Cell {row: 3}) RETURN a.column, size([(a)-[*1..5]-(b:Cell {row: 0}) | 1]) > 0 AS there ORDER BY a.column
MATCH (a:Cell) WHERE EXISTS { (a)--(b)--(c)--(d) WHERE a.row < b.row AND b.row < c.row AND c.row < d.row AND d.state = 'X' } RETURN count(a)
MATCH (a:Cell) WHERE EXISTS { MATCH (a)--(b), (b)--(c), (c)--(a) WHERE b.state = c.state AND a.state <> b.state } RETURN count(a)
MATCH (a:Cell) WHERE EXISTS { MATCH (a)-[r1]-(b)-[r2]-(c)-[r3]-(d) WHERE r1.direction = r2.direction AND r2.direction = r3.direction AND d.state = 'X' } RETURN count(a)
MATCH (a:Cell) WHERE EXISTS { MATCH (a)-[*1..6]-(b:Cell {row: 7, column: 7}) WHERE b.state <> 'Q' OR b.state IS NULL } RETURN count(a)
MATCH (a:Cell) WHERE NOT EXISTS { MATCH (a)-[*1..5]->(b) WHERE b.state = a.state } RETURN count(a)
MATCH (a:Cell) WHERE NOT EXISTS { (a)--{1,8}(:Cell {state: 'Q'}) } RETURN count(a)
MATCH (a:Cell) RETURN a.row, sum(size(COLLECT { MATCH (a)--(b) WHERE b.state = 'X' RETURN b.column ORDER BY b.column LIMIT 2 })) AS n ORDER BY a.row
MATCH (a:Cell) RETURN sum(COUNT { (a)--(b)--(c)--(d) }) AS n
MATCH (a:Cell) RETURN sum(COUNT { MATCH (a)-[*1..4]-(b) RETURN DISTINCT b }) AS n
MATCH (a:Cell) WHERE COUNT { (a)-[*1..5]-(:Cell {state: 'X'}) } > 100 RETURN count(a)
MATCH (a:Cell) WHERE COUNT { MATCH (a)--(b) WHERE COUNT { (b)--(:Cell {state: 'X'}) } > 2 } > 3 RETURN count(a)
MATCH (a:Cell {row: 0, column: 0}) ((x)-[r]->(y) WHERE x.row + x.column < y.row + y.column){1,10} (b) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0}) ((x)-[r]-(y) WHERE x.state IS NULL OR y.state = 'X'){1,8} (b) RETURN b.row, count(DISTINCT b.column)
MATCH (a:Cell {row: 0, column: 0}) ((x)-[r1]-(y)-[r2]-(z) WHERE r1.direction <> r2.direction){1,4} (b) RETURN DISTINCT b.state
MATCH (a:Cell {row: 0, column: 0}) ((x)-[r]->(y) WHERE r.direction IN [2, 4])+ (b:Cell {row: 7, column: 7}) RETURN count(*) > 0 AS there
8x8 MATCH (a:Cell {row: 0, column: 0}) ((x)-[r:NEIGHBOR_OF {direction: 4}]->(y))+ (m) ((z)-[s:NEIGHBOR_OF {direction: 2}]->(w))+ (b) RETURN count(*), count(DISTINCT b)
MATCH p = SHORTEST 5 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 7, column: 7}) RETURN sum(length(p))
MATCH p = SHORTEST 3 (a:Cell {row: 0})-->+(b:Cell {row: 7}) RETURN count(p), sum(length(p))
MATCH p = SHORTEST 3 GROUPS (a:Cell {row: 0, column: 0})-->+(b:Cell {row: 3, column: 3}) RETURN count(p), max(length(p))
MATCH p = SHORTEST 2 GROUPS ((a:Cell {row: 0})--+(b:Cell {row: 5}) WHERE a.column = b.column) RETURN count(p)
MATCH p = ANY SHORTEST ((a:Cell {state: 'X'})--+(b:Cell {state: 'O'}) WHERE a.row = b.row) RETURN count(p), sum(length(p))
MATCH p = ANY 3 (a:Cell {row: 0, column: 0})-->+(b:Cell) RETURN count(p)
MATCH p = ANY (a:Cell {row: 0, column: 0})--{4,9}(b:Cell) RETURN count(p)
MATCH p = ALL SHORTEST (a:Cell {row: 0, column: 0})((x)--(y) WHERE x.state IS NULL OR y.state IS NULL)+(b:Cell) RETURN count(DISTINCT b)
MATCH SHORTEST 1 (p = (a:Cell {row: 0, column: 0})--+(b:Cell {row: 7, column: 7}) WHERE all(n IN nodes(p) WHERE n.row <> 3 OR n.column = 0)) RETURN length(p)
MATCH SHORTEST 1 (p = (a:Cell {row: 0, column: 0})--+(b:Cell) WHERE none(r IN relationships(p) WHERE r.direction = 1)) RETURN sum(length(p))
MATCH p = (a:Cell {row: 0, column: 0})-[*1..7]->(b) WHERE all(n IN nodes(p) WHERE n.state IS NULL OR n.state = 'X') RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..7]-(b) WHERE all(i IN range(0, length(p) - 1) WHERE nodes(p)[i].row <= nodes(p)[i + 1].row) RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 3, column: 3})-[*1..6]-(b) WHERE single(n IN nodes(p) WHERE n.row = 0) RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 3, column: 3})-[*1..6]-(b) WHERE none(n IN nodes(p) WHERE n.state = 'X') AND any(r IN relationships(p) WHERE r.direction = 3) RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 3, column: 3})-[*1..6]-(b) WHERE any(n IN nodes(p) WHERE n.row = 0) AND any(n IN nodes(p) WHERE n.column = 0) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0}) CALL (a) { MATCH (a)-[*1..6]->(b) RETURN b.row AS r UNION MATCH (a)-[*1..6]->(b) RETURN b.column AS r } RETURN sum(r)
MATCH (a:Cell) CALL (a) { MATCH (a)-->(b) RETURN b UNION ALL MATCH (a)<--(b) RETURN b } RETURN count(DISTINCT b), count(*)
CALL () { MATCH (a:Cell {row: 0})-[*1..5]-(b) RETURN b UNION MATCH (a:Cell {row: 7})-[*1..5]-(b) RETURN b } RETURN count(b)
MATCH (a:Cell)--(b)--(c)--(d) RETURN a.row, d.row ORDER BY a.row * 10 + d.row DESC, b.column LIMIT 3
MATCH (a:Cell)--(b)--(c) RETURN a.row + c.row AS s, a.column * c.column AS m ORDER BY s DESC, m LIMIT 7
MATCH (a:Cell), (b:Cell) RETURN a.row, b.row ORDER BY abs(a.row - b.row) + abs(a.column - b.column) DESC, a.row, b.row LIMIT 5
MATCH (a:Cell)--(b)--(c)--(d) RETURN DISTINCT a.state, d.state
MATCH (a:Cell)--(b)--(c)--(d)--(e) RETURN DISTINCT a.row, e.row
MATCH (a:Cell)--(b)--(c)--(d) RETURN a.row, count(DISTINCT d)
MATCH (a:Cell)-[r1]-(b)-[r2]-(c) WHERE r1.direction = r2.direction RETURN a.state, c.state, count(*)
MATCH (a:Cell)-[*2..4]-(b) RETURN a.row, count(DISTINCT b)
MATCH (a:Cell) WHERE a.row IN [0, 7] MATCH (a)--(b)--(c) WHERE c.column IN range(2, 5) RETURN count(DISTINCT c)
MATCH (a:Cell) WHERE 2 <= a.row < 5 AND a.column > 3 MATCH (a)-[*1..3]-(b) WHERE b.row < 2 RETURN count(DISTINCT b)
MATCH (a:Cell) WHERE a.state STARTS WITH 'X' MATCH (b:Cell) WHERE b.state ENDS WITH 'O' AND b.row = a.column RETURN count(*)
MATCH (a:Cell)--(b)--(c)--(a) RETURN count(DISTINCT c)
MATCH (a:Cell)--(b)--(c)--(d)--(a) RETURN count(*)
MATCH (a:Cell)--(b)--(c)--(d)--(a) WHERE a.state = 'X' AND c.state = 'O' RETURN count(DISTINCT d)
MATCH (a:Cell)-->(b)-->(c)-->(d)<--(a) RETURN count(*)
MATCH (a:Cell)--(b), (b)--(c), (c)--(a) WHERE a.state = b.state AND b.state = c.state RETURN count(*)
MATCH (a:Cell)--(b)--(c)--(a) RETURN a.row, count(*) ORDER BY a.row
MATCH (a:Cell) WHERE (a)--()--()--(a) RETURN count(a)
MATCH (a:Cell) WITH a ORDER BY a.row, a.column LIMIT 5 MATCH (a)-[*1..5]-(b) RETURN count(DISTINCT b)
MATCH (a:Cell)--(b) WITH b, count(*) AS n ORDER BY n DESC, b.row, b.column LIMIT 3 MATCH (b)-[*1..5]->(c) RETURN count(DISTINCT c)
MATCH (a:Cell)-[*1..4]-(b) WITH a, b LIMIT 100 RETURN count(*)
MATCH (a:Cell {row: 0, column: 0})-[*1..20]->(b) WITH b LIMIT 10 RETURN count(*)
MATCH (a:Cell|Disc)--(b:Cell|Other) RETURN count(DISTINCT b)
MATCH (a:(Cell&!Disc))--(b:%)--(c:!Disc) RETURN count(*), count(DISTINCT c)
UNWIND ['row', 'column'] AS k MATCH (a:Cell) WHERE a[k] = 3 MATCH (a)-[*1..3]-(b) RETURN k, count(DISTINCT b[k])
MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) RETURN EXISTS { (a)((x)-[r]->(y) WHERE r.direction <> 1 AND NOT y.state = 'X')+(b) } AS there
MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) MATCH p = (a)-[*1..8]-(b) RETURN count(p)
MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) MATCH p = (a)-[*7]->(b) RETURN count(p)
MATCH (a:Cell {row: 0}), (b:Cell {row: 7}) WHERE EXISTS { (a)-[*1..7]->(b) } RETURN count(*)
MATCH (a:Cell {row: 0}), (b:Cell {row: 7}) MATCH p = shortestPath((a)-[*]-(b)) RETURN sum(length(p))
MATCH (a:Cell), (b:Cell) WHERE a <> b MATCH p = shortestPath((a)-[*]-(b)) RETURN max(length(p)), count(p)
MATCH (a:Cell), (b:Cell) WHERE a.state = 'X' AND b.state = 'O' MATCH p = allShortestPaths((a)-[*..4]-(b)) RETURN length(p), count(p)
MATCH (a:Cell), (b:Cell {row: 4, column: 4}) WHERE a <> b MATCH p = shortestPath((a)-[*..10]-(b)) WHERE length(p) > 2 RETURN count(p)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]-(b) RETURN b.row, b.column, min(length(p)) AS d ORDER BY d DESC, b.row, b.column LIMIT 3
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]-(b) WITH b, min(length(p)) AS d RETURN d, count(b) ORDER BY d
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]->(b) WITH b, collect(length(p)) AS l RETURN sum(size(l))
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]->(b) RETURN length(p), count(*) ORDER BY length(p)
MATCH (a:Cell {row: 0, column: 0})-[r*1..6]->(b) RETURN b.row, max(size(r))
MATCH (a:Cell {row: 0, column: 0})-[r*1..6]->(b) WHERE r[0].direction = 4 RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})-[r*1..6]->(b) WHERE last(r).direction = 4 RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})-[r*1..6]->(b) WHERE r[-1].direction = r[0].direction RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]->(b) WHERE nodes(p)[1].state = 'X' RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*2..6]->(b) WHERE nodes(p)[-2].state = 'X' RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})-[*1..4]->(b), (b)-[*1..4]->(c:Cell {row: 7}) RETURN count(DISTINCT c)
MATCH (a:Cell {row: 0, column: 0})-[*1..6]->(b)<-[*1..6]-(c:Cell {row: 0, column: 7}) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})-[*1..6]->(b), (c:Cell {row: 0, column: 7})-[*1..6]->(b) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})-[*1..6]->(b) MATCH (c:Cell {row: 0, column: 7})-[*1..6]->(b) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})--{0,5}(b)--{0,5}(c) RETURN count(DISTINCT c)
MATCH (a:Cell)-[*0..3]-(b) WITH DISTINCT a, b RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b) WHERE a.row = b.row AND a <> b RETURN count(DISTINCT a)
MATCH (a:Cell) OPTIONAL MATCH p = shortestPath((a)-[*..4]-(b:Cell {row: 0, column: 0})) WHERE a <> b RETURN count(p)
MATCH (a:Cell) RETURN collect(DISTINCT a.state) AS states, percentileDisc(a.row, 0.5) AS m
MATCH (a:Cell)--(b) WITH a, collect(b) AS bs UNWIND bs AS b MATCH (b)--(c) WHERE NOT c IN bs RETURN count(DISTINCT c)
MATCH (a:Cell)--(b) WITH a, collect(b) AS bs WHERE all(x IN bs WHERE x.state IS NULL OR x.state = 'O') RETURN count(a)
MATCH (a:Cell)-[*1..3]-(b) WITH a, count(DISTINCT b.state) AS s RETURN s, count(*) AS n ORDER BY n DESC LIMIT 2
MATCH (a:Cell {row: 0, column: 0}) MATCH (a)(()--(x))+(b) WHERE size(x) < 5 RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0}) MATCH (a)(()--(x)){1,6}(b) WHERE all(n IN x WHERE n.column < 4) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0}) MATCH (a)(()-[r]->(x)){1,7}(b) WHERE all(q IN r WHERE q.direction = r[0].direction) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0}) MATCH (a)(()-[r]->(x)){1,7}(b) RETURN sum(reduce(s = 0, q IN r | s + q.direction)) > 0 AS t
MATCH (a:Cell {state: 'X'})-[r1]-(b:Cell {state: 'O'})-[r2]-(c:Cell) WHERE r1.direction = r2.direction AND c.state IS NULL RETURN DISTINCT c.row, c.column ORDER BY c.row, c.column
MATCH (c:Cell) WHERE c.state IS NULL RETURN c.row, c.column, COUNT { (c)-[r]-(:Cell {state: 'O'})-[s]-(:Cell {state: 'X'}) WHERE r.direction = s.direction } AS n ORDER BY n DESC, c.row, c.column LIMIT 1
MATCH (c:Cell) WHERE c.state IS NULL OPTIONAL MATCH (c)-[r]-(o:Cell {state: 'O'}) OPTIONAL MATCH (c)--(e:Cell) WHERE e.state IS NULL RETURN c.row, c.column, count(DISTINCT o) AS x, count(DISTINCT e) AS y ORDER BY x DESC, y, c.row, c.column LIMIT 2
MATCH (a:N {k: 5}) OPTIONAL MATCH (a)-[:R]->(b) OPTIONAL MATCH (b)-[:R]->(c) OPTIONAL MATCH (c)-[:S]->(d) RETURN count(DISTINCT d)
MATCH (a:N)-[:R]->(b)-[:R]->(c) WHERE a.k = c.k RETURN count(*)
MATCH (a:N), (b:N), (c:N) WHERE a.i = b.i + 1 AND b.i = c.i + 1 AND c.k = 7 RETURN count(*)
MATCH (a:N {g: 3})-[:R]->(b), (c:N {g: 4})-[:R]->(d) WHERE b.k = d.k AND a.k = c.k + 1 RETURN count(*)
MATCH (a:N {k: 5}) RETURN sum(size([(a)-[:R]->(b)-[:R]->(c)-[:R]->(d) WHERE d.g = 3 | d.i]))
MATCH (a:N {k: 5}) RETURN count([(a)-[:R*1..6]->(b) WHERE b.g = 3 | b.i][0])
MATCH (a:N) WHERE EXISTS { (a)-[:R]->(b)-[:R]->(c) WHERE b.g = a.g AND c.k = b.k } RETURN count(a)
MATCH (a:N {k: 9}) WHERE EXISTS { (a)-[:R*1..5]-(b:N {k: 10}) WHERE b.g = a.g + 1 } RETURN count(a)
MATCH (a:N) WHERE COUNT { (a)<-[:R]-(b) WHERE b.g = a.g } > 0 RETURN count(a)
MATCH (a:N {k: 3}) RETURN sum(COUNT { (a)-[:R]->()-[:R]->()-[:R]->() })
MATCH (a:N) RETURN sum(COUNT { (a)-[:R]->(:N {g: 1}) })
MATCH (a:N {k: 3}) RETURN sum(size(COLLECT { MATCH (a)-[:R*1..3]->(b) RETURN DISTINCT b.g }))
MATCH (a:N {i: 17}) ((x)-[:R]->(y) WHERE x.i < y.i)+ (b) RETURN count(DISTINCT b)
MATCH (a:N {i: 17}) ((x)-[:R]->(y) WHERE y.g <> x.g){1,8} (b) RETURN count(DISTINCT b), count(DISTINCT b.g)
MATCH (a:N {i: 17}), (b:N {i: 7777}) MATCH p = SHORTEST 4 (a)-[:R|S]->+(b) RETURN sum(length(p))
MATCH (a:N {i: 17}), (b:N {i: 7777}) MATCH p = SHORTEST 2 GROUPS (a)-[:R]-+(b) RETURN count(p)
MATCH p = SHORTEST 1 (a:N {k: 3})-[:R]->+(b:N {k: 4}) WHERE a.g < 5 RETURN count(p), sum(length(p))
MATCH p = ANY SHORTEST ((a:N {i: 17})-[:R]->+(b:N) WHERE b.k = 50) RETURN count(p), max(length(p))
MATCH ANY SHORTEST (p = (a:N {i: 17})-[:R]->+(b:N {i: 5000}) WHERE all(n IN nodes(p) WHERE n.g <> 3)) RETURN length(p)
MATCH (a:N {i: 17}), (b:N {i: 5000}) MATCH p = shortestPath((a)-[:R*..20]-(b)) WHERE any(n IN nodes(p) WHERE n.g = 3) RETURN length(p)
MATCH (a:N {i: 17}), (b:N {i: 5000}) MATCH p = shortestPath((a)-[:R*..20]->(b)) WHERE none(r IN relationships(p) WHERE r.w = 3) RETURN length(p)
MATCH p = (a:N {i: 17})-[:R*1..8]->(b) WHERE all(n IN nodes(p) WHERE n.g <> 4) RETURN count(DISTINCT b)
MATCH p = (a:N {i: 17})-[:R*1..5]-(b) WHERE single(n IN nodes(p) WHERE n.g = 4) RETURN count(DISTINCT b)
CALL () { MATCH (a:N {k: 1})-[:R]->(b) RETURN b UNION MATCH (a:N {k: 2})-[:R]->(b) RETURN b } RETURN count(b)
MATCH (a:N)-[:R]->(b)-[:R]->(c) RETURN a.i, c.i ORDER BY a.k + c.k DESC, a.i, c.i LIMIT 5
MATCH (a:N)-[:R]->(b) RETURN a.i * b.i AS m ORDER BY m DESC LIMIT 5
MATCH (a:N)-[:R]->(b)-[:R]->(c) RETURN DISTINCT a.g, c.g ORDER BY a.g, c.g LIMIT 3
MATCH (a:N)-[:R]->(b)-[:R]->(c)-[:R]->(d) RETURN DISTINCT d.g
MATCH (a:N)-[:R]->(b)-[:R]->(c)-[:R]->(d) RETURN count(*)
MATCH (a:N)-[:R]->(b)-[:R]->(c)-[:R]->(d) RETURN count(DISTINCT d)
MATCH (a:N)-[:R]->(b)-[:R]->(c) RETURN b.g, count(*), avg(a.k), max(c.k)
MATCH (a:N)-[:R]->(b) RETURN b.i, count(*) AS n ORDER BY n DESC, b.i LIMIT 3
MATCH (a:N) WHERE a.i IN [1, 22, 333, 4444, 9999] MATCH (a)-[:R*1..4]->(b) RETURN count(DISTINCT b)
MATCH (a:N) WHERE a.i IN range(100, 200) RETURN sum(a.k)
MATCH (a:N) WHERE 100 < a.i <= 200 MATCH (a)-[:R]->(b) WHERE b.i > 5000 RETURN count(*)
MATCH (a:N) WHERE toString(a.i) STARTS WITH '12' RETURN count(a)
MATCH (a:N) WHERE toString(a.i) CONTAINS '77' AND toString(a.i) ENDS WITH '7' RETURN count(a)
MATCH (a:N) WHERE toString(a.i) =~ '.*12.*3' RETURN count(a)
MATCH (a:N)-[:R]-(b)-[:R]-(c)-[:R]-(a) RETURN count(DISTINCT a)
MATCH (a:N)-[:R]->(b)<-[:R]-(c)-[:R]->(d)<-[:R]-(a) RETURN count(*)
MATCH (a:N)-[:R]->(b)-[:S]->(c)<-[:R]-(a) RETURN count(*)
MATCH (a:N)-[:S]->(b)-[:S]->(c) WHERE (a)-[:R]->(c) RETURN count(*)
MATCH (a:N) WITH a ORDER BY a.k DESC, a.i LIMIT 20 MATCH (a)-[:R*1..4]->(b) RETURN count(DISTINCT b)
MATCH (a:N)-[:R]->(b) WITH b, count(*) AS n WHERE n > 2 RETURN count(b)
MATCH (a:N)-[:R*1..3]->(b) WITH a, b LIMIT 1000 RETURN count(*)
MATCH (a:N|M {g: 1})-[:R]->(b:N&!M) RETURN count(DISTINCT b)
UNWIND ['k', 'g'] AS p MATCH (a:N) WHERE a[p] = 3 RETURN p, count(a)
MATCH (a:N {i: 17}) MATCH (b:N) WHERE b.i = a.i * 2 OR b.i = a.i * 3 RETURN sum(b.i)
MATCH (a:N {i: 17})-[:R*1..5]->(b)<-[:R*1..5]-(c:N {i: 4321}) RETURN count(DISTINCT b)
MATCH (a:N {i: 17})-[:R*1..6]->(b), (c:N {i: 4321})-[:R*1..6]->(b) RETURN count(DISTINCT b)
MATCH p = (a:N {i: 17})-[:R*1..6]-(b) WITH b, min(length(p)) AS d RETURN d, count(b) ORDER BY d
MATCH (a:N {i: 17})-[r:R*1..6]->(b) WHERE r[0].w = last(r).w RETURN count(DISTINCT b)
MATCH (a:N {i: 17})-[:S*0..50]->(b)-[:R]->(c)-[:S*0..50]->(d) RETURN count(DISTINCT d)
MATCH (a:N {i: 17}) MATCH (a)-[:S*1..1000]->(b:N {i: 900}) RETURN count(*)
MATCH (a:N {i: 17}), (b:N {i: 900}) RETURN EXISTS { (a)-[:S]->+(b) } AS t
MATCH (a:N {k: 11}), (b:N {k: 12}) WHERE EXISTS { (a)-[:R*1..4]->(b) } RETURN count(*)
MATCH (a:N {k: 11}) WHERE NOT EXISTS { (a)-[:R]-{1,4}(:N {k: 12}) } RETURN count(a)
MATCH (a:N {k: 11})-[:R]-(x)-[:R]-(b:N {k: 12}) RETURN count(DISTINCT x)
MATCH (a:N)-[:R]->(b) WHERE a.k > b.k WITH b, collect(a.k) AS ks RETURN sum(size(ks)), max(reduce(s = 0, k IN ks | s + k))
MATCH (a:N)-[:R]->(b) WITH a.g AS g, collect(DISTINCT b) AS bs UNWIND bs AS b RETURN g, count(b) ORDER BY g
MATCH (a:N)-[:R]->(b) WITH a, collect(b) AS bs MATCH (a)-[:S]->(c) WHERE c IN bs RETURN count(*)
MATCH (n:N) RETURN count(DISTINCT n.k), count(DISTINCT n.i % 7), percentileCont(n.i, 0.9), stDev(n.k)
MATCH (n:N) RETURN n.k % 3 AS a, n.g % 2 AS b, count(*), collect(n.i)[0..2] IS NOT NULL ORDER BY a, b
MATCH (n:N) WITH n.k AS k, max(n.i) AS m MATCH (x:N {i: m}) RETURN sum(x.g)
MATCH (a:N)-[r:R]->(b) WHERE r.w = 4 AND b.g = 2 RETURN count(r)
MATCH ()-[r:R]->() RETURN r.w, count(*) ORDER BY r.w
MATCH (a:N)-[r:R|S]->(b) RETURN type(r), count(DISTINCT b)
MATCH (a:N) WHERE (a)-[:R]->()-[:R]->(a) RETURN count(a)
MATCH (a:N), (b:N) WHERE a.k = 3 AND b.k = 4 AND a.g = b.g - 1 AND (a)-[:R]-(b) RETURN count(*)
MATCH (a:N) WHERE a.g = 1 WITH collect(a) AS xs MATCH (b:N {g: 2}) WHERE any(x IN xs WHERE x.i = b.i - 1) RETURN count(b)
16x16 MATCH (a:Cell), (b:Cell) WHERE a <> b MATCH p = shortestPath((a)-[*]-(b)) RETURN max(length(p)), count(p)
16x16 MATCH (a:Cell)--(b)--(c)--(d) RETURN DISTINCT a.row, d.row
16x16 MATCH (a:Cell {row: 0}) OPTIONAL MATCH (a)--{1,5}(b) WITH DISTINCT a, b OPTIONAL MATCH (b)--{1,3}(c) RETURN count(DISTINCT c)
16x16 MATCH (a:Cell)-[*2..4]-(b) RETURN a.row, count(DISTINCT b)
16x16 MATCH p = ANY SHORTEST ((a:Cell {state: 'X'})--+(b:Cell {state: 'O'}) WHERE a.row = b.row) RETURN count(p), sum(length(p))
16x16 MATCH (a:Cell {row: 0})-[*1..6]-(b) MATCH (b)-[*1..3]-(c) RETURN count(DISTINCT c)
MATCH (a:N {k: 3})-[:R]->(b) MATCH (b)-[:R*1..4]->(c) RETURN count(DISTINCT c)
MATCH (a:N)-[:R]->(b) MATCH (b)-[:S]->(c)-[:R]->(d) RETURN count(DISTINCT d)
CYPHER 25 MATCH REPEATABLE ELEMENTS p = (a:Cell {row: 0, column: 0})--{1,8}(b:Cell {row: 7, column: 7}) RETURN count(DISTINCT b)
CYPHER 25 MATCH REPEATABLE ELEMENTS p = SHORTEST 1 (a:Cell {row: 0, column: 0})--{1,12}(b:Cell {row: 7, column: 7}) RETURN length(p)
CYPHER 25 MATCH REPEATABLE ELEMENTS (a:Cell {row: 0, column: 0})--{1,6}(b) RETURN count(*) > 1000 AS t
CYPHER 25 MATCH REPEATABLE ELEMENTS (a:Cell {row: 0, column: 0})((x)--(y) WHERE x.row < y.row){1,6}(b) RETURN count(DISTINCT b)
CYPHER 25 MATCH p = ACYCLIC (a:Cell {row: 0, column: 0})-->{1,7}(b) RETURN count(DISTINCT b)
CYPHER 25 MATCH p = ACYCLIC (a:Cell {row: 3, column: 3})--{1,4}(b) RETURN count(p)
CYPHER 25 MATCH p = ACYCLIC (a:Cell {row: 3, column: 3})--{1,5}(b) RETURN count(DISTINCT b)
CYPHER 25 MATCH p = TRAIL (a:Cell {row: 3, column: 3})--{1,5}(b) RETURN count(DISTINCT b)
CYPHER 25 MATCH p = SHORTEST 2 ACYCLIC (a:Cell {row: 0, column: 0})--+(b:Cell {row: 7, column: 7}) RETURN sum(length(p))
CYPHER 25 MATCH p = ANY SHORTEST ACYCLIC (a:Cell {row: 0, column: 0})((x)--(y) WHERE y.row >= x.row)+(b) RETURN sum(length(p))
CYPHER 25 MATCH (a:Cell {row: 0}) FILTER EXISTS { (a)--{1,6}(:Cell {row: 6}) } RETURN count(a)
CYPHER 25 MATCH (a:Cell) LET n = COUNT { (a)--(:Cell {state: 'X'}) } FILTER n > 3 RETURN a.row, sum(n) ORDER BY a.row
CYPHER 25 MATCH (a:Cell)--(b) RETURN a.row AS r, b.column AS c, count(*) AS n NEXT FILTER n > 2 RETURN r, sum(n) AS s ORDER BY s DESC LIMIT 3
CYPHER 25 MATCH (a:Cell) RETURN a, COUNT { (a)--() } AS d ORDER BY d DESC, a.row, a.column LIMIT 4 NEXT MATCH (a)--{1,4}(b) RETURN count(DISTINCT b) AS n
MATCH p = SHORTEST 3 (a:Cell {row: 0, column: 0})((x)-[r]-(y) WHERE r.direction IN [1, 2])+(b:Cell {row: 7}) RETURN sum(length(p))
MATCH p = SHORTEST 2 GROUPS (a:Cell {row: 0, column: 0})((x)-[r]-(y) WHERE r.direction <> 1)+(b:Cell {row: 4, column: 4}) RETURN count(p)
MATCH p = SHORTEST 4 GROUPS (a:Cell {row: 0, column: 0})-->+(b:Cell {row: 4, column: 4}) RETURN count(p), sum(length(p))
MATCH p = SHORTEST 10 (a:Cell {row: 2, column: 2})-[:NEIGHBOR_OF]-{2,}(b:Cell {row: 5, column: 5}) RETURN sum(length(p))
MATCH p = SHORTEST 1 (a:Cell {row: 0, column: 0})--{10,}(b:Cell {row: 7, column: 7}) RETURN length(p)
MATCH p = SHORTEST 1 (a:Cell {row: 0, column: 0})((x)--(y)--(z) WHERE x.row = z.row OR x.column = z.column)+(b:Cell {row: 6, column: 6}) RETURN length(p)
MATCH p = ALL SHORTEST (a:Cell {row: 0, column: 0})((x)-[r1]-(y)-[r2]-(z) WHERE r1.direction <> r2.direction)+(b:Cell {row: 6, column: 6}) RETURN count(p), max(length(p))
MATCH p = ANY (a:Cell {row: 0, column: 0})((x)--(y) WHERE x.state IS NULL){3,8}(b:Cell) RETURN count(p)
MATCH p = ALL SHORTEST (a:Cell {row: 0})-->+(b:Cell {row: 7}) RETURN a.column, b.column, count(p) ORDER BY a.column, b.column
MATCH p = ANY SHORTEST (a:Cell)--+(b:Cell) WHERE a.row = 0 AND b.row = 7 AND a.column < b.column RETURN sum(length(p))
MATCH p = ANY SHORTEST (a:Cell {row: 0, column: 0})--+(m:Cell {state: 'X'})--+(b:Cell {row: 7, column: 7}) RETURN length(p)
MATCH p = ALL SHORTEST (a:Cell {row: 0, column: 0})--+(m:Cell {row: 4})-->+(b:Cell {row: 7, column: 7}) RETURN count(p), max(length(p))
MATCH p = shortestPath((a:Cell {row: 0, column: 0})-[*]-(b:Cell {row: 7, column: 7})) WHERE all(i IN range(0, length(p) - 1) WHERE nodes(p)[i].row <= nodes(p)[i + 1].row) RETURN length(p)
MATCH p = shortestPath((a:Cell {row: 0, column: 0})-[*..15]-(b:Cell {row: 7, column: 7})) WHERE any(r IN relationships(p) WHERE r.direction = 4) AND none(n IN nodes(p) WHERE n.state = 'O') RETURN length(p)
MATCH p = allShortestPaths((a:Cell {row: 0, column: 0})-[*..10]-(b:Cell {row: 7, column: 5})) WHERE none(n IN nodes(p) WHERE n.state = 'O') RETURN count(p)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..8]->(b) WHERE all(r IN relationships(p) WHERE r.direction = 1) RETURN length(p)
MATCH p = (a:Cell)-[*2..8]->(b) WHERE all(r IN relationships(p) WHERE r.direction = head(relationships(p)).direction) AND all(n IN nodes(p)[1..-1] WHERE n.state = 'O') AND last(nodes(p)).state IS NULL RETURN DISTINCT b.row, b.column
MATCH p = (a:Cell)-[*1..6]->(b) WHERE single(r IN relationships(p) WHERE r.direction = 1) RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]-(b) WHERE size([n IN nodes(p) WHERE n.state = 'X']) >= 4 RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]-(b) WHERE reduce(s = 0, n IN nodes(p) | s + n.row) > 20 RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[rs*1..6]-(b) WHERE [r IN rs | r.direction] = [1, 2, 1, 2] RETURN count(p)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..7]-(b) WHERE nodes(p)[1].row = 1 AND nodes(p)[2].row = 2 RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..7]->(b) WHERE b.state = 'X' OR length(p) = 3 RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..7]-(b) WHERE NOT any(n IN nodes(p)[1..] WHERE n.row = 0) RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..7]-(b) WHERE all(n IN tail(nodes(p)) WHERE n.column <> 0) RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]-(b) UNWIND nodes(p) AS n RETURN count(DISTINCT n)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]->(b) UNWIND relationships(p) AS r RETURN count(DISTINCT r)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]->(b) RETURN max(reduce(s = 0, r IN relationships(p) | s + r.direction)) AS m
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]->(b) RETURN b.row AS r, b.column AS c, count(*) AS n ORDER BY n DESC, r, c LIMIT 1
MATCH p = (a:Cell {row: 0, column: 0})-[*5]->(b) RETURN DISTINCT b.state, a.state
MATCH (a:Cell {row: 0, column: 0})-[*5]-(b) RETURN count(DISTINCT b.row + b.column)
MATCH (a:Cell {row: 0, column: 0})-[*1..6]-(b) RETURN collect(DISTINCT b.row) AS rows
MATCH (a:Cell {row: 0, column: 0})-[*1..6]-(b) RETURN max(b.row), min(b.column)
MATCH (a:Cell {row: 0, column: 0})-[*1..6]-(b) WITH DISTINCT b WHERE b.state IS NULL MATCH (b)-[*1..5]-(c:Cell {state: 'O'}) RETURN count(DISTINCT c)
MATCH (a:Cell {row: 0, column: 0})-[*1..6]-(b) WITH DISTINCT b.row AS r ORDER BY r DESC LIMIT 2 RETURN collect(r)
MATCH (a:Cell)-[*1..5]-(b) WHERE a.row = 0 AND b.row = 5 RETURN DISTINCT a.column, b.column ORDER BY a.column, b.column LIMIT 4
MATCH (a:Cell) WHERE EXISTS { (a)((x)-[r]->(y) WHERE r.direction = 2){3}(b:Cell {state: 'X'}) } RETURN count(a)
MATCH (a:Cell) WHERE EXISTS { MATCH (a)((x)--(y) WHERE y.state = 'X')+(b:Cell {row: 7}) } RETURN count(a)
MATCH (a:Cell) WHERE EXISTS { MATCH (a)((x)--(y) WHERE y.state = 'X')+(b:Cell {row: 7}), (a)((z)--(w) WHERE w.state = 'O')+(c:Cell {row: 7}) } RETURN count(a)
MATCH (a:Cell) WHERE EXISTS { MATCH (a)--(b) WHERE NOT EXISTS { (b)--(:Cell {state: 'X'}) } } RETURN count(a)
MATCH (a:Cell) WHERE NOT EXISTS { MATCH (a)--(b) WHERE NOT EXISTS { (b)--{1,2}(:Cell {state: 'X', row: 0}) } } RETURN count(a)
MATCH (a:Cell) WHERE EXISTS { MATCH (a)-[*1..3]-(b) RETURN b UNION MATCH (a)-[*1..3]-(b:Cell {row: 0}) RETURN b } RETURN count(a)
MATCH (a:Cell) WHERE COUNT { MATCH (a)-[*1..3]-(b) RETURN DISTINCT b } > 20 RETURN count(a)
MATCH (a:Cell) RETURN a.row, avg(COUNT { (a)--{1,3}(:Cell {state: 'X'}) }) AS n ORDER BY a.row
MATCH (a:Cell) WITH a, COUNT { (a)--{1,4}(b) WHERE b.row = a.row } AS n RETURN max(n)
MATCH (a:Cell) RETURN sum(COUNT { MATCH (a)-[r1]-(b)-[r2]-(c) WHERE r1.direction = r2.direction AND b.state <> a.state AND c.state = a.state }) AS n
MATCH (a:Cell) WITH a ORDER BY COUNT { (a)--(:Cell {state: 'O'}) } DESC, a.row, a.column LIMIT 3 RETURN collect([a.row, a.column])
MATCH (c:Cell) WHERE c.state IS NULL AND (EXISTS { (c)((x)-[r]->(y:Cell {state: 'O'}) WHERE r.direction = 1)+(z)-[s]->(w:Cell {state: 'X'}) WHERE s.direction = 1 } OR EXISTS { (c)((x)<-[r]-(y:Cell {state: 'O'}) WHERE r.direction = 1)+(z)<-[s]-(w:Cell {state: 'X'}) WHERE s.direction = 1 }) RETURN c.row, c.column
MATCH (c:Cell) WHERE c.state IS NULL UNWIND [1, 2, 3, 4] AS d MATCH (c)((x)-[r:NEIGHBOR_OF {direction: d}]-(y:Cell {state: 'O'})){1,6}(z)-[s {direction: d}]-(w:Cell {state: 'X'}) RETURN c.row AS r, c.column AS k, sum(size(y)) AS flips ORDER BY flips DESC, r, k LIMIT 5
MATCH (c:Cell) WHERE c.state IS NULL UNWIND [1, 2, 3, 4] AS d OPTIONAL MATCH (c)((x)-[r:NEIGHBOR_OF {direction: d}]->(y:Cell {state: 'O'})){1,6}()-[{direction: d}]->(:Cell {state: 'X'}) WITH c, d, max(size(y)) AS fw OPTIONAL MATCH (c)((x)<-[r:NEIGHBOR_OF {direction: d}]-(y:Cell {state: 'O'})){1,6}()<-[{direction: d}]-(:Cell {state: 'X'}) WITH c, sum(coalesce(fw, 0)) AS f, sum(coalesce(size(y), 0)) AS g WHERE f + g > 0 RETURN c.row, c.column, f + g AS flips ORDER BY flips DESC, c.row, c.column
MATCH (c:Cell {row: 0, column: 0})((a)-[:NEIGHBOR_OF {direction: 4}]->(b)){0,7}(e)((f)-[:NEIGHBOR_OF {direction: 2}]->(g)){0,7}(h)((i)<-[:NEIGHBOR_OF {direction: 4}]-(j)){0,7}(k) RETURN count(DISTINCT k)
MATCH (a:Cell)((x)-[:NEIGHBOR_OF {direction: 4}]->(y)-[:NEIGHBOR_OF {direction: 2}]->(z)){1,3}(b) RETURN count(*), count(DISTINCT b)
MATCH (a:Cell)((x)-[r1]->(y)-[r2]->(z) WHERE r1.direction + r2.direction = 5){1,3}(b:Cell {row: 7}) RETURN count(*), count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})((x)-[r1]->(y)-[r2]->(z) WHERE x.state IS NULL OR z.state IS NULL){1,4}(b) RETURN DISTINCT b.row, b.column ORDER BY b.row, b.column
MATCH (a:Cell)--(b:Cell) WITH a, collect(b) AS bs UNWIND bs AS x UNWIND bs AS y WITH a, x, y WHERE x <> y AND (x)--(y) RETURN count(*)
MATCH (a:Cell)--(b:Cell) WITH a, collect(b.state) AS ss WHERE size([s IN ss WHERE s = 'X']) > size([s IN ss WHERE s = 'O']) RETURN count(a)
MATCH (a:Cell) WITH collect(a) AS cells UNWIND cells AS a UNWIND cells AS b WITH a, b WHERE a.row = b.column AND a.column = b.row RETURN count(*)
MATCH (a:Cell) WITH collect(a) AS cells MATCH (b:Cell) WHERE b IN cells AND b.row = 3 RETURN count(b)
MATCH (a:Cell {state: 'X'}) WITH collect(a) AS xs MATCH (b:Cell) WHERE any(x IN xs WHERE (x)--(b)) RETURN count(b)
MATCH (a:Cell {state: 'X'}) WITH collect(a) AS xs MATCH (b:Cell {state: 'O'}) WITH xs, collect(b) AS os UNWIND xs AS x UNWIND os AS o WITH x, o WHERE x.row = o.row RETURN count(*)
MATCH (a:Cell), (b:Cell) WHERE a.row < b.row AND a.column < b.column AND a.state = b.state RETURN count(*)
MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row < b.row AND b.row < c.row AND a.column = b.column AND b.column = c.column RETURN count(*)
MATCH (a:Cell)--(b), (c:Cell)--(d) WHERE a <> c AND b <> d AND a.row = d.row AND c.row = b.row AND a.state = 'X' RETURN count(*)
MATCH (a:Cell)--(b)--(c), (d:Cell)--(e) WHERE c.row = d.row AND c.column = d.column AND a.state = 'X' RETURN count(DISTINCT e)
MATCH (a:Cell {state: 'X'}) MATCH (b:Cell {state: 'O'}) WHERE abs(a.row - b.row) + abs(a.column - b.column) = 3 RETURN count(*)
MATCH (a:Cell {state: 'X'}) MATCH (b:Cell) WHERE b.row = a.row + 1 AND b.column = a.column + 1 RETURN count(*)
MATCH (a:Cell) OPTIONAL MATCH (b:Cell {row: a.column, column: a.row, state: a.state}) RETURN count(b)
MATCH (a:Cell) OPTIONAL MATCH (a)-[:NEIGHBOR_OF {direction: 4}]->(b) OPTIONAL MATCH (b)-[:NEIGHBOR_OF {direction: 2}]->(c) OPTIONAL MATCH (a)-[:NEIGHBOR_OF {direction: 1}]->(d) WHERE d = c RETURN count(d), count(b), count(c)
MATCH (a:Cell) OPTIONAL MATCH (a)--(b:Cell {state: 'X'}) WITH a, count(b) AS x OPTIONAL MATCH (a)--(c:Cell {state: 'O'}) WITH a, x, count(c) AS o WHERE x > o RETURN a.row, a.column, x - o AS d ORDER BY d DESC, a.row, a.column LIMIT 5
MATCH (a:Cell) OPTIONAL MATCH p = shortestPath((a)-[*]-(b:Cell {row: 7, column: 7})) WHERE none(n IN nodes(p) WHERE n.state = 'X') AND a <> b RETURN count(p), sum(length(p))
MATCH (a:Cell) CALL (a) { OPTIONAL MATCH (a)--(b:Cell {state: 'X'}) RETURN count(b) AS x UNION ALL OPTIONAL MATCH (a)--(b:Cell {state: 'O'}) RETURN -count(b) AS x } RETURN a.row, sum(x) ORDER BY a.row
MATCH (a:Cell) CALL (a) { MATCH (a)--(b) RETURN b ORDER BY b.row DESC, b.column DESC LIMIT 1 } RETURN count(DISTINCT b)
MATCH (a:Cell) CALL (a) { MATCH (a)-[*1..4]-(b) RETURN b ORDER BY b.row DESC, b.column DESC LIMIT 1 } RETURN count(DISTINCT b)
MATCH (a:Cell) CALL (a) { MATCH (a)-[*1..3]-(b) WITH b, count(*) AS n RETURN max(n) AS m } RETURN max(m)
MATCH (a:Cell) CALL (a) { MATCH p = shortestPath((a)-[*]-(b:Cell {row: 0})) WHERE b <> a RETURN min(length(p)) AS m } RETURN sum(m)
MATCH (a:Cell)-[*1..3]-(b) RETURN a.row, a.column, count(DISTINCT b) AS n ORDER BY n DESC, a.row, a.column LIMIT 3
MATCH (a:Cell)-[*1..4]-(b) RETURN b.row ORDER BY a.row + b.row DESC LIMIT 5
MATCH (a:Cell)--(b)--(c)--(d)--(e) RETURN e.row, e.column ORDER BY e.row DESC, e.column DESC, a.row LIMIT 5
MATCH (a:Cell)--(b)--(c)--(d) WHERE a.row < d.row RETURN count(*)
MATCH (a:Cell)--(b)--(c)--(d)--(e) WHERE a.state = 'X' AND e.state = 'O' RETURN count(*)
MATCH (a:Cell)--(b)--(c)--(d)--(e) RETURN a.row, count(*) ORDER BY a.row
MATCH (a:Cell)-->(b)-->(c)-->(d)-->(e)-->(f) RETURN count(DISTINCT f), count(DISTINCT a)
MATCH (a:Cell)-[r1]->(b)-[r2]->(c)-[r3]->(d) WHERE r1.direction = r2.direction AND r2.direction = r3.direction RETURN count(DISTINCT d), count(DISTINCT a)
MATCH (a:Cell)-->(b), (a)-->(c), (b)-->(d), (c)-->(d) WHERE b <> c RETURN count(*)
MATCH (a:Cell)--(b:Cell)--(c:Cell), (a)--(d:Cell)--(c) WHERE b <> d AND a <> c RETURN count(*)
MATCH (a:Cell) WHERE size([(a)--(b) WHERE b.state = 'X' | b]) = size([(a)--(b) WHERE b.state = 'O' | b]) RETURN count(a)
MATCH (a:Cell) WHERE size([(a)-[*1..3]-(b {state: 'X'}) | b]) > 50 RETURN count(a)
MATCH (a:Cell) RETURN a.row, max(size([(a)--(b)--(c) WHERE b.row = c.row AND c <> a | 1])) ORDER BY a.row
MATCH (a:Cell) RETURN sum(size([p = (a)-[*1..3]->(b:Cell {state: 'X'}) | length(p)]))
MATCH (a:Cell) WITH a.row AS r, collect({c: a.column, s: a.state}) AS cs RETURN r, size([x IN cs WHERE x.s = 'X']) AS n ORDER BY n DESC, r LIMIT 2
MATCH (a:Cell {row: 0, column: 0})(()--()){2}(b)(()--()){2}(c)(()--()){2}(d) RETURN count(DISTINCT d)
MATCH (a:Cell {row: 0, column: 0})(()--()){1,3}(b:Cell {state: 'X'})(()--()){1,3}(c:Cell {state: 'O'}) RETURN count(DISTINCT b), count(DISTINCT c)
MATCH (a:Cell {row: 0, column: 0})(()--()){1,3}(b:Cell {state: 'X'})(()--()){1,3}(c:Cell {state: 'O'}) RETURN DISTINCT b.row, c.row ORDER BY b.row, c.row
MATCH (a:Cell {row: 0, column: 0})--{1,5}(b), (a)-->{1,5}(b) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})-->{1,6}(b) WHERE NOT EXISTS { (b)-->{1,6}(:Cell {row: 7, column: 7}) } RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})-->{1,6}(b)-->{1,6}(c:Cell {row: 7, column: 7}) RETURN DISTINCT b.row, b.column ORDER BY b.row, b.column LIMIT 3
MATCH (a:Cell {row: 0, column: 0})-->*(b)-->(c:Cell {state: 'X'})-->*(d:Cell {row: 7, column: 7}) RETURN count(DISTINCT c)
MATCH (a:Cell {row: 0, column: 0})-->*(b) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 7})<--*(b:Cell {row: 0}) RETURN count(DISTINCT a), count(DISTINCT b)
16x16 MATCH p = SHORTEST 3 GROUPS (a:Cell {row: 0, column: 0})-->+(b:Cell {row: 5, column: 5}) RETURN count(p)
16x16 MATCH (a:Cell)((x)-[r1]->(y)-[r2]->(z) WHERE r1.direction = r2.direction){1,4}(b) RETURN count(*), count(DISTINCT b)
16x16 MATCH (a:Cell) WHERE EXISTS { (a)--{1,9}(:Cell {row: 15, column: 15}) } RETURN count(a)
16x16 MATCH (a:Cell {row: 0, column: 0})-[*1..9]-(b) WHERE b.state = 'X' RETURN count(DISTINCT b.row)
16x16 MATCH (a:Cell) CALL (a) { MATCH (a)-[*1..3]-(b) RETURN DISTINCT b ORDER BY b.row DESC LIMIT 1 } RETURN sum(b.row)
16x16 MATCH (a:Cell), (b:Cell) WHERE a.row = b.column AND a.column < b.row AND a.state = b.state RETURN count(*)
16x16 MATCH (a:Cell)--(b)--(c)--(d) WHERE a.row = d.row AND a.column = d.column + 1 RETURN count(*)
16x16 MATCH (c:Cell) WHERE c.state IS NULL UNWIND [1, 2, 3, 4] AS d MATCH (c)((x)-[r:NEIGHBOR_OF {direction: d}]->(y:Cell {state: 'O'}))+(z)-[s {direction: d}]->(w:Cell {state: 'X'}) RETURN c.row AS r, c.column AS k, sum(size(y)) AS flips ORDER BY flips DESC, r, k LIMIT 5
4x4 MATCH p = (a:Cell)-[*1..5]-(b) WHERE a.row = b.row RETURN count(DISTINCT a)
4x4 MATCH p = (a:Cell {row: 0, column: 0})--{1,9}(b:Cell {row: 3, column: 3}) RETURN count(DISTINCT length(p))
4x4 MATCH p = SHORTEST 100 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 3, column: 3}) RETURN sum(length(p))
4x4 CYPHER 25 MATCH p = ACYCLIC (a:Cell {row: 0, column: 0})--+(b:Cell {row: 3, column: 3}) RETURN max(length(p))
4x4 MATCH (a:Cell)--(b)--(c)--(d)--(e)--(f) RETURN count(*)
MATCH (a:N {i: 17})((x)-[:R]->(y)-[:S]->(z) WHERE x.g <> z.g){1,6}(b) RETURN count(DISTINCT b)
MATCH (a:N {i: 17})((x)-[:R]->(y)<-[:R]-(z)){1,4}(b) RETURN count(DISTINCT b)
MATCH (a:N {i: 17})-[:R]->{1,6}(b:N {g: 3})-[:S]->{1,6}(c:N {g: 5}) RETURN count(DISTINCT c)
MATCH (a:N {i: 17})-[:R]->+(b:N {g: 3}) RETURN count(DISTINCT b)
MATCH (a:N {k: 17}) WHERE EXISTS { (a)-[:R]->{1,5}(b:N {k: 18}) } RETURN count(a)
MATCH (a:N {k: 17}) WHERE EXISTS { (a)((x)-[:R]->(y) WHERE y.g = (x.g + 1) % 10 OR y.g > x.g){3,6}(b:N {g: 9}) } RETURN count(a)
MATCH (a:N {k: 17}) RETURN a.i, COUNT { MATCH (a)-[:R*1..4]->(b) RETURN DISTINCT b.k } AS n ORDER BY n DESC, a.i LIMIT 3
MATCH (a:N) WHERE COUNT { (a)-[:R]->(b)-[:R]->(c) WHERE c.g = a.g } >= 2 RETURN count(a)
MATCH (a:N) WHERE EXISTS { MATCH (a)-[:R]->(b) RETURN b UNION MATCH (a)<-[:S]-(b) RETURN b } RETURN count(a)
MATCH (a:N) CALL (a) { MATCH (a)-[:R]->(b) RETURN b ORDER BY b.i DESC LIMIT 1 } RETURN count(DISTINCT b)
MATCH (a:N {g: 1}) CALL (a) { MATCH (a)-[:R]->(b) RETURN b.k AS x UNION MATCH (a)-[:S]->(b) RETURN b.k AS x } RETURN sum(x)
MATCH (a:N), (b:N) WHERE a.i = b.i + 5000 AND a.k <> b.g RETURN count(*)
MATCH (a:N), (b:N) WHERE a.k = b.k AND a.g = 3 AND b.g = 3 AND a.i < b.i RETURN count(*)
MATCH (a:N {g: 3})-[:R]->(b), (c:N {g: 3})-[:S]->(d) WHERE b = d RETURN count(*)
MATCH (a:N {g: 3})-[:R]->(b)-[:R]->(c), (d:N {g: 4})-[:S]->(e) WHERE c = e RETURN count(DISTINCT d)
MATCH (a:N {k: 3})-[:R]->(b) MATCH (c:N {k: 4})-[:R]->(d) WHERE b.k = d.k RETURN count(*)
MATCH (a:N {k: 3}), (b:N {k: 4}) MATCH p = shortestPath((a)-[:R*..6]->(b)) RETURN length(p), count(*) ORDER BY length(p) LIMIT 3
MATCH (a:N {i: 3}), (b:N {k: 4}) MATCH p = SHORTEST 2 (a)-[:R]-+(b) RETURN sum(length(p))
MATCH (a:N {i: 3}), (b:N {i: 4999}) MATCH p = SHORTEST 3 GROUPS (a)-[:R]->+(b) RETURN count(p)
MATCH (a:N {i: 3}), (b:N {i: 4999}) MATCH p = ALL SHORTEST (a)((x)-[:R|S]-(y) WHERE x.g <> y.g)+(b) RETURN count(p), max(length(p))
MATCH p = SHORTEST 1 (a:N {i: 3})-[:S]->+(b:N {i: 2500}) RETURN length(p)
MATCH p = ANY SHORTEST (a:N {i: 3})-[:R|S]->+(b:N {k: 5})-[:R]->(c:N {g: 2}) RETURN sum(length(p))
CYPHER 25 MATCH p = ACYCLIC (a:N {i: 3})-[:R]-{1,5}(b:N {g: 2}) RETURN count(DISTINCT b)
CYPHER 25 MATCH REPEATABLE ELEMENTS (a:N {i: 3})-[:R]-{1,7}(b:N {g: 2}) RETURN count(DISTINCT b)
MATCH p = (a:N {i: 17})-[:R*1..7]->(b) WHERE all(n IN nodes(p)[1..] WHERE n.k > 20) AND b.g = 4 RETURN count(DISTINCT b)
MATCH p = (a:N {i: 17})-[rs:R*1..7]->(b) WHERE all(i IN range(0, size(rs) - 2) WHERE rs[i].w <= rs[i + 1].w) RETURN count(DISTINCT b)
MATCH p = (a:N {i: 17})-[:R*1..6]-(b) WHERE size([n IN nodes(p) WHERE n.g = 4]) = 2 RETURN count(DISTINCT b)
MATCH p = (a:N {i: 17})-[:R*1..5]-(b) RETURN b.g AS g, max(length(p)) AS l, count(DISTINCT b) AS n ORDER BY g
MATCH p = (a:N {i: 17})-[:R*1..5]-(b) UNWIND nodes(p) AS n RETURN count(DISTINCT n)
MATCH (a:N)-[:R]->(b) WITH a.k AS k, b.g AS g, count(*) AS n ORDER BY n DESC, k, g LIMIT 5 RETURN collect([k, g, n])
MATCH (a:N)-[:R]->(b) WITH a, avg(b.i) AS m WHERE m > a.i RETURN count(a)
MATCH (a:N)-[:R]->(b) WITH b, collect(a) AS xs WHERE size(xs) > 2 UNWIND xs AS x RETURN count(DISTINCT x)
MATCH (a:N)-[:R]->(b)-[:R]->(c) WITH DISTINCT a.g AS x, c.g AS y RETURN count(*)
MATCH (a:N)-[:R]->(b)-[:R]->(c)-[:R]->(d) WHERE a.g = 1 AND d.g = 2 RETURN count(*)
MATCH (a:N)-[:R]->(b)-[:R]->(c)-[:R]->(d) WHERE a.g = 1 AND d.k = 2 RETURN count(DISTINCT b)
MATCH (a:N)-[:R]->(b)-[:R]->(c) RETURN c.k AS k, count(DISTINCT a) AS n ORDER BY n DESC, k LIMIT 3
MATCH (a:N) OPTIONAL MATCH (a)-[:R]->(b:N {g: 1}) WITH a, count(b) AS n RETURN n, count(*) ORDER BY n
MATCH (a:N) OPTIONAL MATCH (a)-[:R]->(b:N {g: 1}) OPTIONAL MATCH (b)-[:S]->(c:N {g: 2}) RETURN count(a), count(b), count(c)
MATCH (a:N) WHERE NOT (a)<-[:R]-() RETURN count(a)
MATCH (a:N) WHERE NOT (a)<-[:R]-(:N {g: 5}) AND (a)-[:R]->(:N {g: 5}) RETURN count(a)
MATCH (a:N) RETURN a.i ORDER BY a.k * a.g DESC, a.i DESC SKIP 100 LIMIT 5
MATCH (a:N) RETURN DISTINCT a.k % 7 AS m, a.g AS g ORDER BY m, g LIMIT 5
MATCH (a:N) WITH a ORDER BY a.i DESC WITH collect(a.i) AS l RETURN l[0..3]
MATCH (a:N) RETURN a.g, collect(a.i)[..2] AS l, percentileDisc(a.i, 0.5), stDevP(a.k) ORDER BY a.g
MATCH (a:N) WITH a.g AS g, a ORDER BY a.k DESC, a.i WITH g, collect(a)[0] AS top RETURN g, top.i ORDER BY g
MATCH (a:N) WITH max(a.k) AS m MATCH (b:N {k: m})-[:R]->(c) RETURN count(DISTINCT c)
MATCH (a:N) WHERE a.k = 5 OR a.k = 6 OR a.i = 9 RETURN count(a)
MATCH (a:N) WHERE a.k IN [5, 6] AND NOT a.g IN [1, 5] RETURN count(a)
MATCH (a:N) WHERE (a.k = 5 AND a.g = 5) OR (a.k = 6 AND a.g = 6) MATCH (a)-[:R]->(b) RETURN count(DISTINCT b)
UNWIND range(1, 200) AS x MATCH (a:N {i: x * 37}) MATCH (a)-[:R]->(b) RETURN sum(b.k)
UNWIND range(1, 2000) AS x MATCH (a:N {i: x}) RETURN sum(a.k)
UNWIND range(1, 300) AS x OPTIONAL MATCH (a:N {i: x * 50}) RETURN count(a)
UNWIND range(1, 100) AS x MATCH (a:N) WHERE a.i = x OR a.i = x + 5000 RETURN count(a)
UNWIND range(1, 30) AS x MATCH (a:N) WHERE a.i > x * 300 AND a.i < x * 300 + 5 RETURN count(a)
UNWIND range(0, 9) AS g CALL (g) { MATCH (a:N {g: g}) RETURN max(a.i) AS m } RETURN sum(m)
UNWIND range(0, 99) AS k CALL (k) { MATCH (a:N {k: k})-[:R]->(b) RETURN count(DISTINCT b) AS m } RETURN sum(m)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]->(b) RETURN DISTINCT nodes(p)[0].row AS r, last(nodes(p)).row AS s ORDER BY s
MATCH (a:Cell {row: 0, column: 0})-[*1..10]->(b) WITH DISTINCT b MATCH (b)-[*1..10]->(c) RETURN count(DISTINCT c)
MATCH (a:Cell {row: 3, column: 3})-[*1..8]-(b) RETURN sum(DISTINCT b.row) AS s, avg(DISTINCT b.column) AS t
MATCH (a:Cell {row: 3, column: 3})-[*1..7]-(b) RETURN max(b.row + b.column) AS m
MATCH (a:Cell {row: 3, column: 3})-[*1..7]-(b) WITH collect(DISTINCT b) AS bs RETURN size(bs) AS n
MATCH (a:Cell {row: 3, column: 3})-[*1..7]-(b) WITH DISTINCT b WHERE b.state = 'X' RETURN b.row, b.column ORDER BY b.row, b.column
MATCH (a:Cell {row: 3, column: 3})-[*1..8]-(b {state: 'X'}) RETURN DISTINCT b.row + 1 AS r, b.column - 1 AS c ORDER BY r, c
MATCH (a:Cell {row: 3, column: 3}) RETURN exists((a)-[*]-({row: 7, column: 7})) AS t
MATCH (a:Cell) WHERE (a)-[*]->(:Cell {row: 7, column: 7}) RETURN count(a)
MATCH (a:Cell) WHERE NOT (a)-[*1..10]->(:Cell {row: 0, column: 0}) RETURN count(a)
MATCH (a:Cell) RETURN a.row, a.column, CASE WHEN EXISTS { (a)-[*1..6]-(:Cell {row: 7, column: 7}) } THEN 1 ELSE 0 END AS t ORDER BY a.row, a.column
MATCH (a:Cell) CALL (a) { MATCH (a)-[*1..6]-(b:Cell {state: 'X'}) RETURN b LIMIT 1 } RETURN count(b)
MATCH (a:Cell) CALL (a) { MATCH (a)-[*1..6]-(b:Cell {state: 'X'}) RETURN count(DISTINCT b) AS n } RETURN sum(n)
MATCH (a:Cell)-[*1..6]-(b:Cell {state: 'X'}) RETURN b.row LIMIT 1
MATCH p = (a:Cell {row: 0, column: 0})-[*1..12]-(b:Cell {row: 7, column: 7}) RETURN length(p) ORDER BY length(p) LIMIT 1
MATCH p = (a:Cell {row: 0, column: 0})-[*1..12]->(b:Cell {row: 3, column: 7}) RETURN min(length(p))
MATCH p = (a:Cell {row: 0, column: 0})--{1,9}(b:Cell) RETURN b.row, b.column, min(length(p)) AS d ORDER BY d, b.row, b.column
MATCH (a:Cell)-[*1..4]-(b:Cell) RETURN count(DISTINCT [a, b])
MATCH (a:Cell)-[*1..4]-(b:Cell) RETURN count(DISTINCT a.row + b.row)
MATCH (a:Cell)-[*1..5]-(b:Cell) WITH DISTINCT a, b RETURN a.row, count(b) AS n ORDER BY a.row
MATCH (a:Cell)-[*1..5]-(b:Cell) WITH a, count(DISTINCT b) AS n RETURN max(n), min(n)
MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row = b.row AND b.row = c.row AND a.column + 1 = b.column AND b.column + 1 = c.column AND a.state = 'X' RETURN count(*)
MATCH (a:Cell) MATCH (b:Cell {row: a.row}) MATCH (c:Cell {row: b.row, column: a.column}) RETURN count(*)
MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row = b.row AND b.column = c.column AND a.state = 'X' AND b.state IS NULL AND c.state = 'O' RETURN count(*)
MATCH (a:Cell), (b:Cell), (c:Cell), (d:Cell) WHERE a.row = 0 AND b.row = 0 AND c.row = 7 AND d.row = 7 AND a.column = c.column AND b.column = d.column RETURN count(*)
MATCH (a:Cell) OPTIONAL MATCH (a)-[*1..6]-(b:Cell {state: 'X'}) RETURN a.row, a.column, count(DISTINCT b) AS n ORDER BY n, a.row, a.column
MATCH (a:Cell) OPTIONAL MATCH p = shortestPath((a)-[*]-(b:Cell {state: 'X'})) WHERE a <> b RETURN sum(length(p))
MATCH (a:Cell {state: 'X'}), (b:Cell) WHERE a <> b MATCH p = shortestPath((a)-[:NEIGHBOR_OF*..8]-(b)) RETURN b.row, min(length(p)) AS d ORDER BY b.row
MATCH (a:Cell) WITH collect(a) AS xs UNWIND xs AS a UNWIND xs AS b WITH a, b WHERE a.row < b.row AND a.column = b.column RETURN count(*)
MATCH (a:Cell)-[r1]-(b)-[r2]-(c) WHERE r1.direction = r2.direction AND a.state = 'X' AND b.state = 'O' AND c.state IS NULL RETURN DISTINCT c.row, c.column ORDER BY c.row, c.column
MATCH (a:Cell)-[r1]-(b:Cell)-[r2]-(c:Cell)-[r3]-(d:Cell) WHERE r1.direction = r2.direction AND r2.direction = r3.direction RETURN count(DISTINCT d)
MATCH (e:Cell) WHERE e.state IS NULL UNWIND range(1, 8) AS d MATCH (e) ((x)-[r:NEIGHBOR_OF {direction: d}]-(y:Cell {state: 'O'}))+ (z)-[:NEIGHBOR_OF {direction: d}]-(w:Cell {state: 'X'}) RETURN e.row, e.column, count(*) AS n ORDER BY n DESC, e.row, e.column
MATCH (e:Cell) WHERE e.state IS NULL AND EXISTS { (e)-[r]-(o:Cell {state: 'O'}) WHERE EXISTS { (o)-[s:NEIGHBOR_OF {direction: r.direction}]-(:Cell {state: 'X'}) } } RETURN count(e)
MATCH p = (e:Cell)-[rs*2..7]-(w:Cell {state: 'X'}) WHERE e.state IS NULL AND all(r IN rs WHERE r.direction = rs[0].direction) AND all(n IN nodes(p)[1..-1] WHERE n.state = 'O') RETURN DISTINCT e.row, e.column ORDER BY e.row, e.column
MATCH p = (e:Cell)-[rs*2..7]-(w:Cell) WHERE e.state IS NULL AND w.state = 'X' AND all(i IN range(1, size(rs) - 1) WHERE rs[i].direction = rs[i - 1].direction) AND all(n IN nodes(p)[1..-1] WHERE n.state = 'O') RETURN e.row, e.column, sum(length(p) - 1) AS flips ORDER BY flips DESC, e.row, e.column
MATCH (a:Cell {row: 0, column: 0})-[*1..7]-(b) WITH b, count(*) AS n RETURN count(b)
MATCH (a:Cell {row: 0, column: 0})-[*1..6]-(b) WITH b.state AS s, count(DISTINCT b) AS n RETURN s, n ORDER BY n
MATCH (a:Cell {row: 0, column: 0}) MATCH (a)--{1,7}(b) MATCH (c:Cell {row: 7, column: 7}) MATCH (c)--{1,7}(b) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})--{1,7}(b)--{1,7}(c:Cell {row: 7, column: 7}) RETURN count(DISTINCT b)
MATCH (a:Cell {row: 0, column: 0})-[*1..7]-(b), (c:Cell {row: 7, column: 7})-[*1..7]-(b) RETURN count(DISTINCT b)
MATCH (a:Cell {state: 'X'})-[*1..6]-(b:Cell {state: 'O'}) RETURN DISTINCT a.row, a.column, b.row, b.column ORDER BY a.row, a.column, b.row, b.column
MATCH (a:Cell {state: 'X'})-[*1..6]-(b:Cell {state: 'O'}) WITH DISTINCT a, b RETURN count(*)
MATCH (a:Cell {row: 2, column: 2}) RETURN COLLECT { MATCH (a)-[*1..6]-(b) RETURN DISTINCT b.row ORDER BY b.row } AS rows
MATCH (a:Cell {row: 2, column: 2}) RETURN size(COLLECT { MATCH (a)-[*1..6]-(b) RETURN DISTINCT b }) AS n
MATCH (a:Cell) WHERE size(COLLECT { MATCH (a)--{1,5}(b {state: 'X'}) RETURN DISTINCT b }) > 2 RETURN count(a)
MATCH (a:Cell {row: 1, column: 1}) MATCH (a)-[*1..6]-(b) RETURN DISTINCT labels(b) AS l
MATCH (a:Cell {row: 1, column: 1}) MATCH (a)-[*1..6]-(b) RETURN DISTINCT properties(b).row AS l ORDER BY l
MATCH (a:Cell {row: 1, column: 1})-[*1..6]-(b) RETURN DISTINCT elementId(b) IS NOT NULL AS t
MATCH (a:Cell {row: 1, column: 1})-[*1..6]-(b) WHERE b <> a RETURN DISTINCT b.row AS r ORDER BY r SKIP 1 LIMIT 3
MATCH (a:Cell {row: 1, column: 1})-[*0..6]-(b) RETURN DISTINCT b.row AS r UNION MATCH (a:Cell {row: 6, column: 6})-[*0..6]-(b) RETURN DISTINCT b.row AS r
MATCH (a:Cell {row: 1, column: 1})-[*1..6]-(b) RETURN b.row AS r UNION MATCH (a:Cell {row: 6, column: 6})-[*1..6]-(b) RETURN b.row AS r
MATCH (a:Cell {row: 0})-[:NEIGHBOR_OF*1..7 {direction: 2}]-(b:Cell {row: 7}) RETURN count(*)
MATCH (a:Cell {row: 0})-[r:NEIGHBOR_OF*7]->(b:Cell {row: 7}) WHERE all(x IN r WHERE x.direction = 4) RETURN count(*)
MATCH (a:Cell)-[r*1..7]-(b:Cell) WHERE all(x IN r WHERE x.direction = 1) RETURN count(*), count(DISTINCT a)
MATCH (a:Cell)-[r*1..7]-(b:Cell) WHERE none(x IN r WHERE x.direction <> 2) RETURN count(*)
MATCH (a:Cell)-[r*1..7]-(b:Cell) WHERE size([x IN r WHERE x.direction = 2]) = size(r) RETURN count(*)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]-(b) WHERE size([n IN nodes(p) WHERE n.state = 'X']) = 2 RETURN count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]-(b) WHERE all(n IN nodes(p) WHERE single(m IN nodes(p) WHERE m = n)) RETURN count(p)
MATCH p = (a:Cell {row: 0, column: 0})-[*6]->(b) WHERE all(n IN nodes(p) WHERE n.row <= 3) RETURN count(p), count(DISTINCT b)
MATCH p = (a:Cell {row: 0, column: 0})-[*1..7]->(b:Cell {row: 7}) WHERE all(i IN range(0, length(p) - 1) WHERE nodes(p)[i].row < nodes(p)[i + 1].row) RETURN count(p), count(DISTINCT b)
MATCH p = shortestPath((a:Cell {row: 0, column: 0})-[*]-(b:Cell {row: 7, column: 7})) RETURN [n IN nodes(p) | n.row] IS NOT NULL, length(p)
MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}), p = allShortestPaths((a)-[*]-(b)) RETURN count(p), avg(length(p))
MATCH (a:Cell {row: 0}), (b:Cell {row: 7}), p = shortestPath((a)-[:NEIGHBOR_OF*]->(b)) RETURN count(p), sum(length(p))
MATCH p = shortestPath((a:Cell {row: 0, column: 0})-[*..20]-(b:Cell {row: 7, column: 7})) WHERE length(p) > 7 RETURN length(p)
MATCH p = shortestPath((a:Cell {row: 0, column: 0})-[*..9]-(b:Cell {row: 7, column: 7})) WHERE size([n IN nodes(p) WHERE n.state IS NULL]) > 3 RETURN length(p)
MATCH p = SHORTEST 5 (a:Cell {row: 0, column: 0})(()-[r]-())+(b:Cell {row: 7, column: 7}) RETURN count(p), max(length(p))
MATCH p = SHORTEST 2 GROUPS (a:Cell {row: 0, column: 0})(()-[r]-())+(b:Cell {state: 'X'}) RETURN count(p), max(length(p))
MATCH p = ANY 3 (a:Cell {row: 0, column: 0})(()-[r]-())+(b:Cell {state: 'X'}) RETURN count(p)
MATCH p = SHORTEST 10 (a:Cell {row: 0, column: 0})(()-[r]-())+(b:Cell) RETURN count(p)
MATCH p = ALL SHORTEST (a:Cell {state: 'X'})(()-[r]-()){1,5}(b:Cell {state: 'O'}) RETURN count(p), sum(length(p))
MATCH p = ANY SHORTEST (a:Cell {row: 0, column: 0}) ((x)--(y) WHERE y.row >= x.row)+ (b:Cell {row: 7}) RETURN count(p), sum(length(p))
UNWIND range(1, 200000) AS x RETURN sum(x), avg(x), max(x % 17)
UNWIND range(1, 200000) AS x WITH x WHERE x % 7 = 0 RETURN count(x)
UNWIND range(1, 200000) AS x RETURN x % 1000 AS k, count(*) AS n ORDER BY n DESC, k LIMIT 3
UNWIND range(1, 100000) AS x RETURN count(DISTINCT toString(x % 5000))
UNWIND range(1, 100000) AS x RETURN x ORDER BY x % 1000 DESC, x LIMIT 5
UNWIND range(1, 100000) AS x WITH collect(x) AS xs RETURN size([y IN xs WHERE y % 3 = 0]), reduce(s = 0, y IN xs | s + y)
RETURN reduce(s = 0, x IN range(1, 300000) | s + x * x % 7) AS s
RETURN size([x IN range(1, 300000) WHERE x % 3 = 0 | x * 2]) AS n
RETURN all(x IN range(1, 300000) WHERE x > 0) AS t, single(x IN range(1, 300000) WHERE x = 77) AS s
UNWIND range(1, 50000) AS x RETURN count(CASE WHEN toString(x) CONTAINS '77' THEN 1 END)
UNWIND range(1, 50000) AS x WITH toString(x) AS s RETURN sum(size(s)), max(reverse(s)), min(right(s, 2))
UNWIND range(1, 50000) AS x WITH {a: x, b: x % 10} AS m RETURN m.b AS b, sum(m.a) AS s ORDER BY b
UNWIND range(1, 50000) AS x WITH [x, x % 10, x % 3] AS l RETURN l[1] AS b, l[2] AS c, count(*) AS n ORDER BY b, c
UNWIND range(1, 300) AS x UNWIND range(1, 300) AS y WITH x, y WHERE x * y % 97 = 1 RETURN count(*)
UNWIND range(1, 20000) AS x RETURN percentileCont(x, 0.3), percentileDisc(x, 0.7), stDev(x)
UNWIND range(1, 20000) AS x WITH x ORDER BY x % 100, x DESC RETURN collect(x)[..3]
UNWIND range(1, 20000) AS x WITH DISTINCT x % 500 AS y RETURN sum(y)
UNWIND split('a,b,c,d,e,f,g,h', ',') AS c UNWIND range(1, 5000) AS x RETURN c, count(x) ORDER BY c
MATCH (a:N) RETURN a.k AS k, collect(a.i)[0..2] AS is ORDER BY k LIMIT 3
MATCH (a:N) RETURN count(CASE WHEN a.k > 50 THEN 1 END), sum(CASE a.g WHEN 3 THEN a.i ELSE 0 END)
MATCH (a:N) WITH a ORDER BY a.k, a.i SKIP 500 LIMIT 10 RETURN collect(a.i)
MATCH (a:N) WITH a.k AS k, a.g AS g, count(*) AS n WHERE n > 5 RETURN count(*), sum(n)
MATCH (a:N) WHERE a.i IN [1, 5, 77, 900, 10001] RETURN sum(a.i)
MATCH (a:N) WHERE a.i IN range(0, 9000, 3) RETURN count(a)
MATCH (a:N) WHERE any(x IN [1, 2, 3] WHERE a.k = x) RETURN count(a)
MATCH (a:N) WHERE a.k = 3 OR a.g = 4 RETURN count(a)
MATCH (a:N) WHERE NOT (a.k < 90) XOR a.g = 1 RETURN count(a)
MATCH (a:N)-[r]->(b) RETURN type(r) AS t, count(*) AS n, count(DISTINCT b) AS m ORDER BY t
MATCH (a:N)-[r:R|S]->(b) WHERE r.w > 3 RETURN count(*)
MATCH ()-[r:R]->() RETURN count(r)
MATCH (n) RETURN count(n), count(n.k)
MATCH (a:N)-->(b) RETURN count(*)
MATCH (a:N)--(b) RETURN count(*)
MATCH (a)-[r:S]->(b)-[s:S]->(c) RETURN count(*)
MATCH (a:N)-[:R]->(b)-[:R]->(c) WHERE a.g = c.g RETURN count(*)
MATCH (a:N)-[:R]->(b)-[:R]->(c) RETURN max(c.i - a.i)
MATCH (a:N)-[:R]->(b)-[:S]->(c)-[:R]->(d) WHERE a.k = 3 RETURN count(DISTINCT d)
MATCH (a:N)-[:R]->(b), (a)-[:S]->(c) WHERE b.g = c.g RETURN count(*)
MATCH (a:N)-[:R]->(b)<-[:R]-(c)-[:S]->(d) WHERE a.k = 3 RETURN count(*)
MATCH (a:N {i: 17})-[*1..8]->(b) RETURN count(DISTINCT b)
MATCH (a:N {i: 17})-[*1..5]-(b) RETURN count(DISTINCT b)
MATCH (a:N {i: 17})-[*1..5]-(b) RETURN max(b.i), min(b.i)
MATCH (a:N {i: 17})-[:R*1..12]->(b) RETURN DISTINCT b.g ORDER BY b.g
MATCH (a:N {i: 17})-[:R*1..12]->(b) WITH DISTINCT b ORDER BY b.i LIMIT 5 RETURN collect(b.i)
MATCH (a:N {i: 17}), (b:N {i: 4321}) RETURN EXISTS { (a)-[:R*1..12]->(b) } AS t
MATCH (a:N {i: 17}), (b:N {i: 4321}) MATCH p = shortestPath((a)-[:R|S*]->(b)) RETURN length(p)
MATCH (a:N {i: 17}), (b:N {k: 21}) MATCH p = shortestPath((a)-[:R*]->(b)) RETURN sum(length(p))
MATCH (a:N {i: 17}) MATCH p = shortestPath((a)-[:R*..4]->(b:N)) WHERE a <> b RETURN count(p)
MATCH (a:N {i: 17}) MATCH p = ANY SHORTEST (a)-[:R]->+(b:N) RETURN length(p) AS d, count(*) AS n ORDER BY d
MATCH (a:N {i: 17}) MATCH p = ALL SHORTEST (a)-[:R]->{1,6}(b:N {g: 3}) RETURN count(p)
MATCH (a:N {k: 3}) WHERE NOT EXISTS { (a)-[:R]->{1,5}(:N {k: 4}) } RETURN count(a)
MATCH (a:N) WHERE EXISTS { (a)-[:R]->(:N {g: 1}) } AND EXISTS { (a)-[:S]->(:N {g: 2}) } RETURN count(a)
MATCH (a:N) WHERE EXISTS { (a)-[:R]->(b) WHERE b.i = 17 } RETURN count(a)
MATCH (a:N) WHERE (a)-[:R]->()-[:R]->(:N {i: 17}) RETURN count(a)
MATCH (a:N) WHERE COUNT { (a)-[:R]->(b) WHERE b.k > a.k } = 2 RETURN count(a)
MATCH (a:N) CALL (a) { MATCH (a)-[:R]->(b) RETURN max(b.k) AS m } RETURN avg(m)
MATCH (a:N) CALL (a) { MATCH (a)-[:R]->(b) RETURN b ORDER BY b.k DESC LIMIT 1 } RETURN sum(b.i)
MATCH (a:N) CALL (a) { OPTIONAL MATCH (a)<-[:R]-(b:N {g: 1}) RETURN count(b) AS n } RETURN n, count(*) ORDER BY n
MATCH (a:N) OPTIONAL MATCH (a)-[:S]->(b {g: 5}) RETURN count(a), count(b)
MATCH (a:N) OPTIONAL MATCH (b:N {i: a.i + 5000}) RETURN count(b)
MATCH (a:N) MATCH (b:N {i: a.i + 1}) RETURN count(*)
MATCH (a:N), (b:N) WHERE a.i = b.i RETURN count(*)
MATCH (a:N), (b:N), (c:N) WHERE a.i = b.i AND b.i = c.i + 1 RETURN count(*)
MATCH (a:N), (b:N) WHERE a.k = b.k AND a.i < b.i AND a.g = 3 RETURN count(*)
MATCH (a:N {g: 3}), (b:N {g: 4}) WHERE a.k + 1 = b.k RETURN count(*)
MATCH (a:N {k: 3}), (b:N {k: 4}) WHERE a.i < b.i RETURN count(*)
MATCH (a:N {k: 3}), (b:N {k: 4}) RETURN max(a.i * b.i % 1009)
UNWIND range(0, 999) AS x MATCH (a:N {i: x}) RETURN sum(a.k)
UNWIND range(0, 99) AS x MATCH (a:N {k: x})-[:R]->(b) RETURN x, count(DISTINCT b) AS n ORDER BY n DESC, x LIMIT 3
UNWIND range(0, 999) AS x OPTIONAL MATCH (a:N {i: x * 20}) RETURN count(a)
WITH [3, 17, 99, 5000] AS ids MATCH (a:N) WHERE a.i IN ids MATCH (a)-[:R]->(b) RETURN sum(b.i)
MATCH (a:N {i: 3}) MATCH (b:N {i: a.k}) MATCH (c:N {i: b.k}) RETURN c.i
MATCH (a:N) WITH collect(a) AS all UNWIND all AS a WITH a WHERE a.g = 3 RETURN count(a)
MATCH (a:N) WITH collect(a.i) AS is RETURN size(is), is[5000] IN is
MATCH (a:N)-[:R]->(b) WITH b, count(*) AS n ORDER BY n DESC, b.i LIMIT 10 MATCH (b)-[:R]->(c) RETURN b.i, n, count(c)
MATCH (a:N)-[:R]->(b) RETURN DISTINCT a.g, b.g ORDER BY a.g, b.g LIMIT 5
MATCH (a:N)-[:R]->(b) RETURN a.g AS x, b.g AS y, count(*) AS n ORDER BY n DESC, x, y LIMIT 5
MATCH (a:N)-[:R]->(b) WITH a, collect(b) AS bs WHERE size(bs) = 2 RETURN count(a)
MATCH (a:N)-[:R]->(b) WITH a, max(b.k) AS m WHERE m > a.k RETURN count(a)
MATCH (a:N)-[:R]->(b)-[:R]->(c) WITH a, count(DISTINCT c) AS n RETURN n, count(a) ORDER BY n
MATCH (a:N {g: 1})-[:R]->(b)-[:R]->(c)-[:R]->(d) RETURN count(DISTINCT d)
16x16 MATCH (a:Cell {row: 0, column: 0})-[*1..14]-(b) RETURN count(DISTINCT b)
16x16 MATCH p = shortestPath((a:Cell {row: 0, column: 0})-[*]-(b:Cell {row: 15, column: 15})) RETURN length(p)
16x16 MATCH (a:Cell)-[*1..3]-(b) RETURN count(DISTINCT [a.row, b.row])
16x16 MATCH (a:Cell), (b:Cell) WHERE a.row = b.column RETURN count(*)
16x16 MATCH (a:Cell) WHERE EXISTS { (a)-[*1..6]-(:Cell {row: 15}) } RETURN count(a)
16x16 MATCH p = SHORTEST 3 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 15, column: 15}) RETURN count(p)
16x16 MATCH (a:Cell) RETURN a.row, count(DISTINCT a.column), sum(COUNT { (a)--() }) ORDER BY a.row
8x8 MATCH (a:Cell {row: 0, column: 0}) MATCH p = SHORTEST 3 (a)((x)-[r]-(y) WHERE r.direction = 2)+(b:Cell {row: 7, column: 0}) RETURN count(p)
8x8 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})((x)-[r]-(y) WHERE x.row < 7)+(b:Cell {row: 7, column: 7}) RETURN count(p)
8x8 MATCH p = SHORTEST 100 (a:Cell {row: 0, column: 0})((x)-[r]-(y) WHERE NOT (y.row = 7 AND y.column < 7 OR y.row = 6 AND y.column > 5 ))+(b:Cell {row: 7, column: 7}) RETURN count(p)
8x8 MATCH p = SHORTEST 5 (a:Cell {row: 0, column: 0})((x)-[r]-(y) WHERE NOT (x.row = 6 AND y.row = 7 AND y.column < 7))+(b:Cell {row: 7, column: 0}) RETURN count(p)
16x16 MATCH p = SHORTEST 5 (a:Cell {row: 0, column: 0})((x)-[r]-(y) WHERE r.direction IN [2,4])+(b:Cell {row: 15, column: 15}) RETURN count(p)
16x16 MATCH p = SHORTEST 5 GROUPS (a:Cell {row: 0, column: 0})((x)-[r]-(y) WHERE r.direction = 2 OR x.column=7)+(b:Cell {row: 15, column: 0}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 0, column: 1}) RETURN count(p)
16x16 MATCH p = SHORTEST 40 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 0, column: 0}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})--+(b:Cell) RETURN count(p)
16x16 MATCH p = SHORTEST 5 (a:Cell {row: 0, column: 0})--{20,}(b:Cell {row: 0, column: 1}) RETURN count(p)
8x8 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})--{20,}(b:Cell {row: 7, column: 7}) RETURN count(p), min(length(p))
8x8 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})-->{20,}(b:Cell {row: 7, column: 7}) RETURN count(p)
MATCH p = SHORTEST 20 (a:N {i: 17})-[:R]-+(b:N {i: 4321}) RETURN count(p)
MATCH p = SHORTEST 3 (a:N {i: 17})-[:S]-+(b:N {i: 4321}) RETURN count(p)
MATCH p = SHORTEST 3 (a:N {i: 17})-[:S]->+(b:N {i: 4321}) RETURN count(p)
MATCH p = SHORTEST 2 (a:N {i: 17})-[:R]-+(b:N) RETURN count(p)
MATCH p = SHORTEST 2 GROUPS (a:N {i: 17})-[:R]->+(b:N {g: 3}) RETURN count(p)
16x16 MATCH p = SHORTEST 1 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 15, column: 15}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 15, column: 15}) RETURN count(p)
16x16 MATCH p = SHORTEST 10 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 15, column: 15}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 GROUPS (a:Cell {row: 0, column: 0})--+(b:Cell {row: 15, column: 15}) RETURN count(p)
16x16 MATCH p = SHORTEST 3 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 15, column: 9}) RETURN count(p)
16x16 MATCH p = SHORTEST 3 (a:Cell {row: 0, column: 0})-->+(b:Cell {row: 15, column: 15}) RETURN count(p)
16x16 MATCH p = SHORTEST 3 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 10, column: 10}) RETURN count(p)
8x8 MATCH p = SHORTEST 3 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 7, column: 7}) RETURN count(p)
8x8 MATCH p = SHORTEST 30 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 7, column: 7}) RETURN count(p)
8x8 MATCH p = SHORTEST 300 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 7, column: 7}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 11, column: 11}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 12, column: 12}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 13, column: 13}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 14, column: 14}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 15, column: 14}) RETURN count(p)
16x16 MATCH p = SHORTEST 50 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 15, column: 14}) RETURN count(p)
16x16 MATCH p = SHORTEST 500 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 15, column: 14}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 GROUPS (a:Cell {row: 0, column: 0})--+(b:Cell {row: 15, column: 14}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 1, column: 1})--+(b:Cell {row: 15, column: 15}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 2, column: 2})--+(b:Cell {row: 15, column: 15}) RETURN count(p)
16x16 MATCH p = SHORTEST 2 (a:Cell {row: 0, column: 15})--+(b:Cell {row: 15, column: 0}) RETURN count(p)
MATCH (a:Cell)-[*1..5]-(b:Cell) WHERE b.row < 1 RETURN count(*)
MATCH (a:Cell)-[*1..5]-(b:Cell) WHERE b.row IN [0, 7] AND b.column IN [0, 7] RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b.state IS NOT NULL RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b.state STARTS WITH 'X' RETURN a.row, count(*) ORDER BY a.row
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b.row + b.column = 0 RETURN a.row, count(*) ORDER BY a.row
MATCH (a:Cell)-[*1..4]-(b {row: 0, column: 0}) RETURN count(*)
MATCH (a)-[*1..4]-(b {row: 0, column: 0}) RETURN count(DISTINCT a)
MATCH (a)-[*1..4]-({state: 'X'}) RETURN count(DISTINCT a)
MATCH (a:Cell)-[:NEIGHBOR_OF]-(b:Cell)-[:NEIGHBOR_OF]-(c:Cell)-[:NEIGHBOR_OF]-(d:Cell) WHERE d.row < 1 RETURN count(*)
MATCH (a:Cell)-[:NEIGHBOR_OF]-(b:Cell)-[:NEIGHBOR_OF]-(c:Cell)-[:NEIGHBOR_OF]-(d:Cell) WHERE c.row = 0 AND c.column = 0 RETURN count(*)
MATCH (a:Cell)-[:NEIGHBOR_OF]-(b:Cell {row: 3, column: 3})-[:NEIGHBOR_OF]-(c:Cell) RETURN a.row, count(c)
MATCH (a)--(b)--(c)--(d)--(e {row: 0, column: 0}) RETURN count(*)
MATCH (a)--(b)--(c {row: 0, column: 0})--(d)--(e) RETURN count(*)
MATCH (a:Cell)-[*1..3]-(b:Cell {row: 0, column: 0})-[*1..3]-(c:Cell) RETURN count(*)
MATCH (a:Cell)-[*1..3]-(b:Cell)-[*1..3]-(c:Cell {row: 0, column: 0}) RETURN count(*)
MATCH (a:Cell)-[*1..3]-(b:Cell)-[*1..2]-(c:Cell) WHERE c.row = 7 AND c.column = 7 RETURN count(DISTINCT a)
MATCH (a:Cell) ((x)-[r]-(y)){1,4} (b:Cell) WHERE b.row = 0 AND b.column = 0 RETURN count(*)
MATCH (a:Cell) ((x)-[r]-(y) WHERE y.state IS NULL){1,4} (b:Cell) WHERE b.row < 1 RETURN count(*)
MATCH (a:Cell) ((x)-[r]->(y)){1,6} (b:Cell WHERE b.row > 6) RETURN count(*)
MATCH (a:Cell)--{1,4}(b:Cell WHERE b.state = 'X') RETURN count(DISTINCT a)
MATCH (a:Cell)--{1,4}(b:Cell WHERE b.row > 6) RETURN a.row, count(*) ORDER BY a.row
MATCH p = SHORTEST 1 (a:Cell)--+(b:Cell {row: 7, column: 7}) RETURN sum(length(p))
MATCH p = SHORTEST 1 (a:Cell)--+(b:Cell) WHERE b.row = 7 AND b.column = 7 RETURN sum(length(p))
MATCH p = SHORTEST 1 ((a:Cell)--+(b:Cell) WHERE b.row = 7 AND b.column = 7) RETURN sum(length(p))
MATCH p = SHORTEST 1 ((a:Cell)--+(b:Cell) WHERE b.row > 6) RETURN sum(length(p))
MATCH p = ALL SHORTEST (a:Cell)--+(b:Cell WHERE b.row > 6 AND b.column > 6) RETURN count(p)
MATCH p = shortestPath((a:Cell)-[*]-(b:Cell)) WHERE a <> b AND b.row = 7 AND b.column = 7 RETURN sum(length(p))
MATCH (a:Cell), (b:Cell) WHERE a <> b AND b.row > 6 MATCH p = shortestPath((a)-[*]-(b)) RETURN sum(length(p))
MATCH (a:Cell), (b:Cell) WHERE b.row > 6 AND a.row = b.column RETURN count(*)
MATCH (a:Cell), (b:Cell), (c:Cell) WHERE c.row = 0 AND a.row = b.row AND b.column = c.column RETURN count(*)
MATCH (a:Cell), (b:Cell)--(c:Cell) WHERE c.row = 0 AND c.column = 0 AND a.row = b.row RETURN count(*)
MATCH (a:Cell)--(b:Cell), (c:Cell)--(d:Cell) WHERE d.row = 0 AND d.column = 0 AND b.row = c.row RETURN count(*)
MATCH (a:Cell)--(b:Cell), (b)--(c:Cell {row: 0, column: 0}) RETURN count(*)
MATCH (a:Cell)-[r {direction: 1}]->(b:Cell)-[s {direction: 2}]->(c:Cell) WHERE c.row > 6 RETURN count(*)
MATCH (a:Cell)-[*1..3 {direction: 1}]->(b:Cell) WHERE b.row > 6 RETURN count(*)
MATCH (a:Cell)-[*1..5]-(b:Cell) WHERE a.row = 0 AND b.row = 7 RETURN count(*)
MATCH (a:Cell)-[*1..5]-(b:Cell) WHERE a.row < 4 AND b.row = 7 AND b.column = 7 RETURN count(*)
MATCH (a:Cell)-[*1..5]-(b:Cell) WHERE NOT a.row > 0 RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b.row = 0 OR b.column = 0 RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE (b.row = 0 AND b.column = 0) OR (b.row = 7 AND b.column = 7) RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE EXISTS { (b)--(:Cell {row: 0, column: 0}) } RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE COUNT { (b)--() } = 3 RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE COUNT { (b)--() } = 3 RETURN count(DISTINCT a)
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b.row = toInteger('0') AND b.column = 0 RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE [b.row, b.column] = [0, 0] RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b.row = 0 WITH a, b WHERE b.column = 0 RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WITH a, b WHERE b.row = 0 AND b.column = 0 RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell) WITH a, b, b.row AS r WHERE r = 0 AND b.column = 0 RETURN count(*)
MATCH (a:Cell)-[*1..3]-(b:Cell) MATCH (b) WHERE b.row = 0 AND b.column = 0 RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell), (c:Cell {row: 0, column: 0}) WHERE b = c RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell), (c:Cell {row: 0, column: 0}) WHERE id(b) = id(c) RETURN count(*)
MATCH (a:Cell)-[*1..4]-(b:Cell), (c:Cell {row: 0, column: 0}) WHERE b.row = c.row AND b.column = c.column RETURN count(*)
UNWIND [0, 7] AS k MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b.row = k AND b.column = k RETURN k, count(*)
UNWIND [0, 7] AS k MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b.row > k - 1 AND b.column > k - 1 AND b.row < k + 1 RETURN k, count(*)
WITH 0 AS k MATCH (a:Cell)-[*1..4]-(b:Cell {row: k, column: k}) RETURN count(*)
WITH 0 AS k MATCH (a)-[*1..4]-(b) WHERE b.row = k AND b.column = k RETURN count(*)
MATCH (c:Cell {row: 0, column: 0}) MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b = c RETURN count(*)
MATCH (c:Cell {row: 0, column: 0}) MATCH (a:Cell)-[*1..4]-(b:Cell {row: c.row, column: c.column}) RETURN count(*)
MATCH (a:Cell) CALL (a) { MATCH (b:Cell)-[*1..3]-(a) WHERE b.row = 0 RETURN count(b) AS n } RETURN sum(n)
MATCH (a:Cell) CALL (a) { MATCH (b:Cell)--(c:Cell)--(a) RETURN count(b) AS n } RETURN sum(n)
MATCH (a:Cell) WHERE EXISTS { (b:Cell {row: 0, column: 0})-[*1..4]-(a) } RETURN count(a)
MATCH (a:Cell) WHERE EXISTS { MATCH (b:Cell)-[*1..4]-(a) WHERE b.row = 0 AND b.column = 0 } RETURN count(a)
MATCH (a:Cell) RETURN sum(COUNT { (b:Cell)-[*1..3]-(a) WHERE b.row = 0 }) AS n
MATCH (a:Cell) RETURN sum(size([(b:Cell)-[*1..3]-(a) WHERE b.row < 1 | b.column])) AS n
MATCH (a:Cell)-[*1..5]-(b) RETURN a.row AS r, b.row AS s ORDER BY r, s LIMIT 3
MATCH (a:Cell)-[*1..5]-(b) RETURN a.row AS r, a.column AS c, count(b) AS n ORDER BY r, c LIMIT 3
MATCH (a:Cell)-[*1..4]-(b) RETURN b.row AS r, b.column AS c, count(a) AS n ORDER BY r, c LIMIT 3
MATCH (a:Cell)-[*1..4]-(b:Cell) WHERE b.row = 0 RETURN b.column AS c, a.row AS r ORDER BY c, r LIMIT 3
MATCH (a:Cell)-[*1..4]-(b) WITH a, max(b.row) AS m ORDER BY a.row DESC, a.column DESC LIMIT 2 RETURN a.row, a.column, m
MATCH (a:Cell)-[*1..5]-(b) RETURN DISTINCT a.row AS r, b.row AS s ORDER BY r, s LIMIT 3
MATCH (a:N)-[:R*1..3]->(b:N) WHERE b.k = 7 RETURN count(*)
MATCH (a:N)-[:R*1..3]->(b:N) WHERE b.k < 1 RETURN count(*)
MATCH (a:N)-[:R*1..3]->(b:N) WHERE b.k IN [1, 2] RETURN count(DISTINCT a)
MATCH (a:N)-[:R]->(b:N)-[:R]->(c:N) WHERE c.k = 7 RETURN count(*)
MATCH (a:N)-[:R]->(b:N)-[:R]->(c:N) WHERE c.k < 1 AND c.g = 3 RETURN count(*)
MATCH (a:N)-[:R]->(b)-[:R]->(c {k: 7}) RETURN count(*)
MATCH (a)-[:R]->(b)-[:R]->(c) WHERE c.k = 7 AND c.g < 5 RETURN count(*)
MATCH (a:N)-[:R*1..2]->(b:N), (b)-[:R]->(c:N {k: 7}) RETURN count(*)
MATCH (a:N)-[:R*1..2]->(b:N) MATCH (b)-[:R]->(c:N) WHERE c.k < 1 RETURN count(*)
MATCH (a:N), (b:N) WHERE a.k = b.k AND b.g = 3 AND b.k < 2 RETURN count(*)
MATCH (a:N)-[:R]->(b:N), (c:N)-[:R]->(d:N) WHERE d.k = 7 AND b.k = c.k AND d.g = 3 RETURN count(*)
MATCH (a:N)-[:R*1..3]->(b) RETURN a.k AS k, count(b) AS n ORDER BY k LIMIT 2
MATCH (a:N)-[:R*1..3]->(b) RETURN a.k AS k, b.k AS j ORDER BY k, j LIMIT 2
MATCH (a:N)-[:R]->(b)-[:R]->(c) RETURN a.k AS k, c.k AS j, count(*) AS n ORDER BY k, j LIMIT 2
16x16 MATCH p = shortestPath((a:Cell {row: 0, column: 0})-[:NEIGHBOR_OF*]-(b:Cell {row: 15, column: 15})) WHERE all(n IN nodes(p) WHERE n.state IS NULL) RETURN length(p)
16x16 MATCH p = allShortestPaths((a:Cell {row: 0, column: 0})-[:NEIGHBOR_OF*]-(b:Cell {row: 4, column: 9})) RETURN count(p)
16x16 MATCH p = SHORTEST 4 (a:Cell {row: 8, column: 8})-[:NEIGHBOR_OF]-+(b:Cell {row: 0, column: 0}) RETURN length(p) AS l ORDER BY l
16x16 MATCH p = SHORTEST 2 GROUPS (a:Cell {row: 8, column: 8})-[:NEIGHBOR_OF]-+(b:Cell {row: 10, column: 10}) RETURN length(p) AS l, count(*) AS n ORDER BY l
16x16 MATCH (a:Cell {row: 0, column: 0})-[:NEIGHBOR_OF*1..4]-(b:Cell) RETURN DISTINCT b.row AS r, b.column AS c ORDER BY r, c
16x16 MATCH (a:Cell {row: 8, column: 8})-[:NEIGHBOR_OF*1..5]-(b:Cell) WITH DISTINCT b RETURN b.state AS s, count(*) AS n ORDER BY s
16x16 MATCH (a:Cell {row: 8, column: 8})--{0,6}(b:Cell) RETURN count(DISTINCT b) AS n
16x16 MATCH (a:Cell {row: 8, column: 8})--{3,3}(b:Cell) RETURN count(DISTINCT b) AS n
16x16 MATCH (a:Cell) WHERE EXISTS { (a)--{1,4}(:Cell {row: 0, column: 0}) } RETURN count(a) AS n
16x16 MATCH (a:Cell {row: 8}) WHERE NOT EXISTS { (a)-[*1..3]-(:Cell {state: 'X'}) } RETURN count(a) AS n
16x16 MATCH (a:Cell) WHERE COUNT { (a)--(:Cell {state: 'X'}) } >= 2 RETURN count(a) AS n
16x16 MATCH (a:Cell) WITH a, COUNT { (a)--() } AS d RETURN d, count(*) AS n ORDER BY d
16x16 MATCH (a:Cell)--(b:Cell)--(c:Cell) WHERE a.state = 'X' AND b.state = 'O' AND c.state IS NULL RETURN DISTINCT c.row AS r, c.column AS k ORDER BY r, k
16x16 MATCH (a:Cell {state: 'X'})-[r1]-(b:Cell {state: 'O'})-[r2 {direction: r1.direction}]-(c:Cell) WHERE c.state IS NULL RETURN count(DISTINCT c) AS n
16x16 MATCH (a:Cell)-[r]->(b:Cell) RETURN r.direction AS d, count(*) AS n ORDER BY n DESC, d LIMIT 3
16x16 MATCH (a:Cell) RETURN a.row AS r, a.column AS c ORDER BY (a.row - 8) ^ 2 + (a.column - 8) ^ 2, r, c LIMIT 10
16x16 MATCH (a:Cell), (b:Cell) WHERE a.row = b.column AND a.column = b.row AND a.row < b.row RETURN count(*) AS n
16x16 MATCH (a:Cell {state: 'X'}), (b:Cell {state: 'O'}) WHERE abs(a.row - b.row) <= 1 AND abs(a.column - b.column) <= 1 RETURN count(*) AS n
16x16 MATCH (a:Cell {state: 'X'}), (b:Cell {state: 'O'}) WITH a, b, abs(a.row - b.row) + abs(a.column - b.column) AS d RETURN min(d) AS m, max(d) AS x, avg(d) AS v
16x16 MATCH (a:Cell)--(b:Cell) WITH a, count(b) AS n, sum(CASE b.state WHEN 'X' THEN 1 ELSE 0 END) AS x WHERE x > 0 RETURN sum(x) AS s, count(a) AS c
16x16 MATCH (c:Cell) WHERE c.row IN [0, 15] AND c.column IN [0, 15] MATCH p = shortestPath((c)-[*]-(m:Cell {row: 8, column: 7})) RETURN c.row, c.column, length(p) ORDER BY c.row, c.column
16x16 MATCH (x:Cell {row: 0}), (y:Cell {row: 15}) WHERE x.column = y.column MATCH p = shortestPath((x)-[:NEIGHBOR_OF*..20]-(y)) RETURN sum(length(p)) AS s
16x16 MATCH (x:Cell {row: 0, column: 0}) ((a)-[r:NEIGHBOR_OF]->(b) WHERE r.direction = 3){1,15} (y:Cell) RETURN count(y) AS n, max(y.column) AS m
16x16 MATCH (x:Cell {row: 0, column: 0}) (()-[r:NEIGHBOR_OF]->()){1,6} (y:Cell) WHERE all(e IN r WHERE e.direction = head(r).direction) RETURN count(*) AS n
16x16 MATCH (x:Cell {row: 5, column: 5})-[rs:NEIGHBOR_OF*1..6]-(y:Cell) WHERE all(e IN rs WHERE e.direction = rs[0].direction) RETURN count(DISTINCT y) AS n
16x16 MATCH (x:Cell {row: 5, column: 5}) MATCH (x)-[rs:NEIGHBOR_OF*2..4]-(y:Cell) WHERE size([e IN rs WHERE e.direction = 1]) = size(rs) RETURN count(y) AS n
16x16 MATCH p = (x:Cell {row: 5, column: 5})-[:NEIGHBOR_OF*1..5]-(y:Cell) WHERE all(n IN nodes(p) WHERE n.row = 5) RETURN count(DISTINCT y) AS n
16x16 MATCH p = (x:Cell {row: 5, column: 5})-[:NEIGHBOR_OF*1..5]->(y:Cell) RETURN max(length(p)) AS l, count(DISTINCT y) AS n
16x16 MATCH p = (x:Cell {row: 5, column: 5})-[:NEIGHBOR_OF*1..4]-(y:Cell) RETURN y.row AS r, min(length(p)) AS l ORDER BY r
16x16 MATCH p = (x:Cell {row: 5, column: 5})-[:NEIGHBOR_OF*1..4]-(y:Cell) WITH y, min(length(p)) AS l RETURN l, count(y) AS n ORDER BY l
16x16 MATCH (x:Cell {row: 5, column: 5})-[rs*1..4]-(y:Cell) WITH y, min(size(rs)) AS l WHERE l = 3 RETURN count(y) AS n
16x16 MATCH (x:Cell {row: 5, column: 5}) OPTIONAL MATCH (x)-[*1..3]-(y:Cell {state: 'Q'}) RETURN count(y) AS n
16x16 MATCH (x:Cell) OPTIONAL MATCH (x)--(y:Cell {state: 'X'}) WITH x, count(y) AS n WHERE n = 0 RETURN count(x) AS c
16x16 UNWIND range(0, 15) AS i MATCH (x:Cell {row: i, column: i}) OPTIONAL MATCH (x)--{1,2}(y:Cell {state: 'O'}) RETURN i, count(DISTINCT y) AS n ORDER BY i
16x16 MATCH (a:Cell) CALL (a) { MATCH (a)-[*1..2]-(b:Cell) RETURN count(DISTINCT b) AS n } RETURN max(n) AS m, min(n) AS k
16x16 MATCH (a:Cell) RETURN a.row AS r, collect(a.column)[..3] AS l ORDER BY r LIMIT 4
16x16 MATCH (a:Cell) WITH a.row AS r, collect(a) AS cells RETURN r, reduce(s = 0, c IN cells | s + c.column) AS t ORDER BY r
16x16 MATCH (a:Cell) WITH a ORDER BY a.row DESC, a.column LIMIT 16 MATCH (a)--(b:Cell) RETURN count(DISTINCT b) AS n
16x16 MATCH (a:Cell) RETURN percentileCont(a.row, 0.5) AS p, stDev(a.column) AS s, count(DISTINCT a.state) AS n
16x16 MATCH (a:Cell)-->(b:Cell)-->(c:Cell)-->(d:Cell) WHERE a.row = 0 AND d.row = 3 RETURN count(*) AS n
16x16 MATCH (a:Cell {row: 0, column: 0})--(b)--(c)--(d)--(e) RETURN count(DISTINCT e) AS n
16x16 MATCH (a:Cell {row: 0, column: 0})--(b)--(c)--(d)--(e)--(f) RETURN count(DISTINCT f) AS n, count(DISTINCT b) AS m
16x16 MATCH (a:Cell)--(b:Cell)--(c:Cell)--(a) WHERE a.row = 0 RETURN count(*) AS n
16x16 MATCH (a:Cell {row: 3, column: 3})--(b:Cell), (c:Cell {row: 3, column: 5})--(b) RETURN count(b) AS n
16x16 MATCH (a:Cell {row: 3, column: 3})-[*1..3]-(b:Cell)-[*1..3]-(c:Cell {row: 9, column: 9}) RETURN count(DISTINCT b) AS n
16x16 MATCH (a:Cell {row: 3, column: 3})--{1,3}(b:Cell)--{1,3}(c:Cell {row: 8, column: 8}) RETURN count(DISTINCT b) AS n
16x16 MATCH (a:Cell {row: 3, column: 3}) MATCH (c:Cell {row: 8, column: 8}) RETURN EXISTS { (a)--{1,5}(c) } AS e, EXISTS { (a)--{1,4}(c) } AS f
16x16 MATCH (a:Cell {state: 'X'}) MATCH (b:Cell {state: 'O'}) WHERE EXISTS { (a)--{1,3}(b) } RETURN count(*) AS n
16x16 MATCH (a:Cell {state: 'X'}), (b:Cell {state: 'O'}) MATCH p = shortestPath((a)-[*..30]-(b)) RETURN min(length(p)) AS l, count(*) AS n
16x16 MATCH p = ANY SHORTEST (a:Cell {row: 0, column: 0}) ((x)--(y) WHERE y.state IS NULL)+ (b:Cell {row: 15, column: 15}) RETURN length(p) AS l
16x16 MATCH p = SHORTEST 3 (a:Cell {row: 1, column: 1})-->{1,9}(b:Cell {row: 6, column: 5}) RETURN [n IN nodes(p) | n.row][0] AS r, length(p) AS l ORDER BY l
16x16 MATCH (a:Cell) WHERE a.state IS NULL RETURN count { (a)--(:Cell {state: 'X'}) } AS n, count(*) AS c ORDER BY n DESC
16x16 MATCH (a:Cell) WHERE (a)--(:Cell {state: 'X'}) AND NOT (a)--(:Cell {state: 'O'}) RETURN count(a) AS n
16x16 MATCH (a:Cell) WHERE (a)-[*2..3]-(:Cell {row: 0, column: 0}) RETURN count(a) AS n
16x16 MATCH (a:Cell)-[r:NEIGHBOR_OF*3..3]->(b:Cell) WHERE a.row = 0 AND a.column = 0 RETURN b.row AS x, b.column AS y, count(*) AS n ORDER BY n DESC, x, y LIMIT 5
16x16 MATCH (a:Cell {state: 'X'}) WITH collect(a) AS xs MATCH (b:Cell {state: 'O'}) WHERE any(x IN xs WHERE x.row = b.row) RETURN count(b) AS n
16x16 MATCH (a:Cell {state: 'X'}) WITH collect(a) AS xs UNWIND xs AS x UNWIND xs AS y WITH x, y WHERE x.row < y.row RETURN count(*) AS n
16x16 MATCH (a:Cell {state: 'X'}) WITH collect(DISTINCT a.row) AS rs MATCH (b:Cell) WHERE b.row IN rs RETURN count(b) AS n
16x16 MATCH (a:Cell) WITH a.row AS r, count(a.state) AS n ORDER BY n DESC, r LIMIT 1 MATCH (b:Cell {row: r}) RETURN b.column AS c ORDER BY c
16x16 MATCH (a:Cell {state: 'X'}) RETURN a.row AS v UNION MATCH (b:Cell {state: 'O'}) RETURN b.column AS v
16x16 MATCH (a:Cell {row: 7, column: 7})-[*1..3]-(b:Cell) WITH b, count(*) AS walks ORDER BY walks DESC, b.row, b.column LIMIT 3 RETURN b.row, b.column, walks
16x16 MATCH (a:Cell) WHERE a.row + a.column = 15 MATCH (a)--(b:Cell) WHERE b.row + b.column > 15 RETURN count(DISTINCT b) AS n
16x16 MATCH (a:Cell) WHERE point.distance(point({x: a.row, y: a.column}), point({x: 8, y: 8})) < 3 RETURN count(a) AS n
16x16 MATCH (a:Cell) WITH a, a.row / 4 AS q, a.column / 4 AS w RETURN q, w, count(a.state) AS n ORDER BY q, w
8x8 MATCH (a:Cell), (b:Cell) WHERE a <> b MATCH p = shortestPath((a)-[*]-(b)) RETURN length(p) AS l, count(*) AS n ORDER BY l
8x8 MATCH p = ALL SHORTEST (a:Cell)-->+(b:Cell) RETURN count(p) AS n, max(length(p)) AS l
8x8 MATCH p = ANY (a:Cell {row: 0})--+(b:Cell {row: 7}) RETURN count(*) AS n
8x8 MATCH p = SHORTEST 10 (a:Cell {row: 0, column: 0})--+(b:Cell {row: 0, column: 1}) RETURN length(p) AS l, count(*) AS n ORDER BY l
8x8 MATCH p = SHORTEST 3 GROUPS (a:Cell {row: 4, column: 4})--+(b:Cell {row: 4, column: 5}) RETURN length(p) AS l, count(*) AS n ORDER BY l
8x8 MATCH p = (a:Cell {row: 0, column: 0})-[*7..7]->(b:Cell {row: 7, column: 7}) RETURN count(p) AS n
8x8 MATCH p = (a:Cell {row: 0, column: 0})-[*1..8]->(b:Cell {row: 7, column: 7}) WHERE length(p) = 7 RETURN count(p) AS n
8x8 MATCH p = (a:Cell {row: 0, column: 0})(()-->()){7}(b:Cell {row: 7, column: 7}) RETURN count(p) AS n
8x8 MATCH (a:Cell {row: 0, column: 0})-[rs*..6]->(b:Cell) WHERE reduce(s = 0, r IN rs | s + r.direction) = 12 RETURN count(*) AS n
8x8 MATCH (a:Cell {row: 0, column: 0})-[*..6]-(b:Cell) WHERE b.row = 3 RETURN b.column AS c, count(*) > 0 AS yes ORDER BY c
8x8 MATCH (a:Cell {row: 0, column: 0})-[*..6]-(b:Cell) RETURN max(b.row + b.column) AS m
8x8 MATCH (a:Cell {row: 0, column: 0})-[*..6]-(b:Cell) WITH collect(DISTINCT b) AS bs RETURN size(bs) AS n, size([x IN bs WHERE x.state = 'X']) AS k
8x8 MATCH (a:Cell {row: 0, column: 0})-[*..6]-(b:Cell) WITH DISTINCT a, b MATCH (b)--(c:Cell) RETURN count(DISTINCT c) AS n
8x8 MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) RETURN EXISTS { MATCH p = (a)-[*..12]-(b) WHERE all(n IN nodes(p) WHERE n.row = n.column) } AS e
8x8 MATCH (a:Cell) WHERE EXISTS { (a)--(b)--(c) WHERE a.state = 'X' AND c.state = 'X' AND a <> c } RETURN count(a) AS n
8x8 MATCH (a:Cell {state: 'X'})-[r]-(x)-[s]-(y)-[t]-(b) WHERE r.direction = s.direction AND s.direction = t.direction RETURN count(DISTINCT b) AS n
8x8 MATCH (c:Cell) WHERE c.state IS NULL AND EXISTS { MATCH (c)-[r]-(o:Cell {state: 'O'}) MATCH (o)-[s {direction: r.direction}]-(x:Cell {state: 'X'}) WHERE x <> c } RETURN count(c) AS n
8x8 CYPHER 25 MATCH (a:Cell) LET d = COUNT { (a)--() } FILTER d = 8 RETURN count(a) AS n
8x8 CYPHER 25 MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]->(b:Cell) WHERE allReduce(s = 0, n IN nodes(p) | s + n.row, s < 6) RETURN count(DISTINCT b) AS n
8x8 MATCH (a:Cell) RETURN a.state AS s, count(*) AS n, collect(a.row)[0] IS NOT NULL AS t ORDER BY n DESC LIMIT 1
MATCH (a:N {k: 1})-[:R*1..4]->(b:N) RETURN count(DISTINCT b) AS n
MATCH (a:N {k: 1})-[:R]->{1,4}(b:N) RETURN count(DISTINCT b) AS n
MATCH (a:N {k: 1})-[:R]-{1,3}(b:N) RETURN count(DISTINCT b) AS n
MATCH p = shortestPath((a:N {k: 1})-[:R*]-(b:N {k: 9000})) RETURN length(p) AS l
MATCH p = shortestPath((a:N {k: 1})-[:R*]->(b:N {k: 9000})) RETURN length(p) AS l
MATCH p = SHORTEST 3 (a:N {k: 1})-[:R]->+(b:N {k: 9000}) RETURN length(p) AS l ORDER BY l
MATCH p = ALL SHORTEST (a:N {k: 1})-[:R]-+(b:N {k: 9000}) RETURN count(p) AS n
MATCH p = SHORTEST 2 GROUPS (a:N {k: 1})-[:R]->+(b:N {k: 77}) RETURN length(p) AS l, count(*) AS n ORDER BY l
MATCH (a:N)-[:R]->(b:N) RETURN b.g AS g, count(*) AS n ORDER BY n DESC, g LIMIT 5
MATCH (a:N) WITH a.g AS g, count(*) AS n, sum(a.k) AS s RETURN g, n, s ORDER BY s DESC LIMIT 3
MATCH (a:N) RETURN a.k AS k ORDER BY a.g DESC, k LIMIT 10
MATCH (a:N) RETURN a.k AS k ORDER BY a.k % 97 DESC, k SKIP 20 LIMIT 10
MATCH (a:N) WHERE a.k > 9990 RETURN count(a) AS n
MATCH (a:N) WHERE a.k >= 100 AND a.k < 200 MATCH (a)-[:R]->(b:N) RETURN count(DISTINCT b) AS n
MATCH (a:N), (b:N) WHERE a.k = b.k + 1 RETURN count(*) AS n
MATCH (a:N), (b:N) WHERE a.k = b.g AND a.g = 1 RETURN count(*) AS n
MATCH (a:N) WHERE NOT EXISTS { (a)-[:R]->() } RETURN count(a) AS n
MATCH (a:N) WHERE EXISTS { (a)-[:R]->(:N)-[:R]->(:N {g: 3}) } RETURN count(a) AS n
MATCH (a:N) WHERE COUNT { (a)-[:R]-() } > 5 RETURN count(a) AS n
MATCH (a:N) RETURN COUNT { (a)<-[:R]-() } AS d, count(*) AS n ORDER BY d
MATCH (a:N)-[:R]->(b:N)-[:R]->(a) RETURN count(*) AS n
MATCH (a:N)-[:R]->(b:N)-[:R]->(c:N)-[:R]->(a) RETURN count(*) AS n
MATCH (a:N)-[:R]-(b:N)-[:R]-(c:N)-[:R]-(a) RETURN count(*) AS n
MATCH (a:N)-[:R]->(b:N) WHERE a.g = b.g RETURN count(*) AS n
MATCH (a:N {g: 1})-[:R]->(b:N {g: 2})-[:R]->(c:N {g: 3}) RETURN count(*) AS n
MATCH (a:N) WITH a ORDER BY a.k DESC LIMIT 100 MATCH (a)-[:R*1..2]->(b) RETURN count(DISTINCT b) AS n
MATCH (a:N) OPTIONAL MATCH (a)-[:R]->(b:N {g: 5}) RETURN count(b) AS n, count(*) AS m
MATCH (a:N)-[:R]->(b:N)-[:R]->(c:N) RETURN count(DISTINCT c) AS n
MATCH (a:N)-[:R]->(b:N)-[:R]->(c:N) RETURN a.g AS g, count(DISTINCT c.g) AS n ORDER BY g LIMIT 5
MATCH (a:N) RETURN DISTINCT a.g AS g ORDER BY g
MATCH (a:N) RETURN count(DISTINCT a.g) AS n, max(a.k) AS m, min(a.k) AS l, avg(a.g) AS v
MATCH (a:N) WITH collect(a.k) AS ks RETURN size(ks) AS n, ks[17] IS NULL AS x
MATCH (a:N) WHERE a.g IN [1, 2, 3] WITH a.g AS g, collect(a) AS ns UNWIND ns AS x WITH g, x ORDER BY x.k LIMIT 3 RETURN g, x.k
MATCH (a:N {k: 5}) CALL (a) { MATCH (a)-[:R*1..3]->(b) RETURN DISTINCT b } RETURN count(b) AS n
MATCH p = (a:N {k: 5})-[:R*1..4]->(b:N) WHERE all(n IN nodes(p) WHERE n.g < 50) RETURN count(DISTINCT b) AS n
MATCH p = (a:N {k: 5})-[:R*1..4]->(b:N) RETURN b.g AS g, min(length(p)) AS l ORDER BY l, g LIMIT 4
MATCH (a:N {k: 5}) ((x:N)-[:R]->(y:N) WHERE x.g <> y.g){1,4} (b:N) RETURN count(DISTINCT b) AS n
MATCH (a:N {k: 5})-[:R]->{1,5}(b:N {k: 6}) RETURN count(*) > 0 AS yes
MATCH (a:N {k: 5}), (b:N {k: 6}) RETURN EXISTS { (a)-[:R]->{1,6}(b) } AS e
MATCH (a:N {k: 5})-[:R*..3]->(m)<-[:R*..3]-(b:N {k: 6}) RETURN count(DISTINCT m) AS n
MATCH (a:N {k: 5})-[:R]->(m)<-[:R]-(b) RETURN count(DISTINCT b) AS n
MATCH (a:N)-[r:R]->(b) RETURN type(r) AS t, count(*) AS n
MATCH (a:N) WHERE a.g = 7 MATCH (b:N) WHERE b.g = a.g AND b.k > a.k RETURN count(*) AS n
MATCH (a:N {g: 7}) MATCH (b:N {g: 7}) WHERE a.k < b.k AND NOT EXISTS { (a)-[:R]-(b) } RETURN count(*) AS n
8x8 MATCH (c:Cell {state:'X'})-[r:NEIGHBOR_OF]-(d:Cell {state:'O'}) RETURN c.row AS a, c.column AS b, d.row AS e, d.column AS f, r.direction AS dir ORDER BY a, b, e, f
8x8 MATCH (c:Cell)-[:NEIGHBOR_OF]-(d:Cell) WHERE c.state IS NULL AND d.state = 'O' RETURN DISTINCT c.row AS row, c.column AS col ORDER BY row, col
8x8 MATCH (e:Cell WHERE e.state IS NULL)-[r1:NEIGHBOR_OF]->(o:Cell {state:'O'})-[r2:NEIGHBOR_OF]->(x:Cell {state:'X'}) WHERE r1.direction = r2.direction RETURN e.row AS row, e.column AS col, r1.direction AS d ORDER BY row, col, d
8x8 UNWIND [1,2,3,4] AS d MATCH (e:Cell) WHERE e.state IS NULL MATCH (e)((a)-[:NEIGHBOR_OF {direction:d}]->(b WHERE b.state = 'O')){1,6}(l)-[:NEIGHBOR_OF {direction:d}]->(x:Cell {state:'X'}) RETURN e.row AS r, e.column AS c, d, size(a) AS flips ORDER BY r, c, d
8x8 MATCH (e:Cell) WHERE e.state IS NULL AND EXISTS { (e)-[r:NEIGHBOR_OF]-(o {state:'O'})-[s:NEIGHBOR_OF]-(x {state:'X'}) WHERE r.direction = s.direction } RETURN e.row*8 + e.column AS cell ORDER BY cell
8x8 MATCH (e:Cell) WHERE e.state IS NULL RETURN e.row AS r, e.column AS c, COUNT { (e)-[:NEIGHBOR_OF]-({state:'X'}) } - COUNT { (e)-[:NEIGHBOR_OF]-({state:'O'}) } AS balance ORDER BY balance DESC, r, c LIMIT 10
8x8 MATCH (c:Cell) WITH c ORDER BY c.row, c.column WITH c.row AS row, collect(coalesce(c.state,'.')) AS line RETURN row, reduce(s='', x IN line | s + x) AS text ORDER BY row
16x16 MATCH (c:Cell) WITH c ORDER BY c.row, c.column WITH c.row AS row, collect(coalesce(c.state,'-')) AS line WITH row, reduce(s='', x IN line | s + x + ' ') AS text ORDER BY row RETURN collect(text) AS board
8x8 MATCH (c:Cell) WHERE COUNT { (c)--() } = 3 RETURN c.row, c.column ORDER BY c.row, c.column
8x8 MATCH (c:Cell) RETURN COUNT { (c)--() } AS degree, count(*) AS cells ORDER BY degree
16x16 MATCH (c:Cell)-[r]-() WITH c, count(r) AS degree RETURN degree, count(c) AS cells, min(c.row) AS top, max(c.column) AS right ORDER BY degree
8x8 MATCH (c:Cell {row:0, column:0}), (d:Cell {row:7, column:7}) MATCH p = shortestPath((c)-[:NEIGHBOR_OF*]-(d)) RETURN length(p) AS len
8x8 MATCH (c:Cell {row:0, column:0}), (d:Cell {row:7, column:5}) MATCH p = allShortestPaths((c)-[:NEIGHBOR_OF*]-(d)) RETURN length(p) AS len, count(*) AS paths
8x8 MATCH p = ALL SHORTEST (c:Cell {row:0, column:0})-[:NEIGHBOR_OF]-+(d:Cell {row:7, column:3}) RETURN length(p) AS len, count(*) AS paths
16x16 MATCH p = ALL SHORTEST (c:Cell {row:0, column:0})-[:NEIGHBOR_OF]->+(d:Cell {row:10, column:6}) RETURN length(p) AS len, count(*) AS paths
16x16 MATCH p = ANY SHORTEST (c:Cell)-[:NEIGHBOR_OF]-{1,3}(d:Cell) WHERE c.row = 8 AND c.column = 8 RETURN length(p) AS len, count(d) AS cells ORDER BY len
8x8 MATCH p = SHORTEST 5 (c:Cell {row:1, column:1})-[:NEIGHBOR_OF]-+(d:Cell {row:5, column:2}) RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH p = SHORTEST 2 GROUPS (c:Cell {row:0, column:0})-[:NEIGHBOR_OF]-+(d:Cell {row:3, column:1}) RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH p = SHORTEST 3 GROUPS (c:Cell {row:4, column:4})-[:NEIGHBOR_OF]->+(d:Cell {row:7, column:6}) RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH p = ANY 4 (c:Cell {row:0, column:0})-[:NEIGHBOR_OF]->+(d:Cell {row:4, column:4}) RETURN count(*) AS n
4x4 MATCH p = ANY (c:Cell {row:0, column:0})-[:NEIGHBOR_OF]-+(d:Cell) RETURN count(*) AS n, count(DISTINCT d) AS ends
8x8 MATCH p = ALL SHORTEST (c:Cell {row:0})(()-[:NEIGHBOR_OF]->(n WHERE n.state IS NULL))+(d:Cell {row:7}) RETURN c.column AS a, d.column AS b, length(p) AS len, count(*) AS n ORDER BY a, b
8x8 MATCH p = SHORTEST 1 (c:Cell {row:0, column:3})((x)-[:NEIGHBOR_OF]-(y) WHERE y.state IS NULL)+(d:Cell {row:7, column:3}) RETURN length(p) AS len, none(n IN nodes(p) WHERE n.state IS NOT NULL) AS clear
8x8 MATCH p = ALL SHORTEST (c:Cell {row:0, column:3})((x)-[:NEIGHBOR_OF]-(y) WHERE x.state IS NULL AND y.state IS NULL AND abs(x.column-y.column) + abs(x.row-y.row) = 1)+(d:Cell {row:7, column:4}) RETURN length(p) AS len, count(*) AS n
8x8 MATCH p = SHORTEST 3 (c:Cell {row:3, column:0})-[r:NEIGHBOR_OF WHERE r.direction IN [2,4]]-+(d:Cell {row:4, column:7}) RETURN collect(length(p)) AS lens
16x16 MATCH p = ANY SHORTEST (c:Cell {row:0, column:0})(()-[:NEIGHBOR_OF {direction:2}]->()-[:NEIGHBOR_OF {direction:4}]->())+(d:Cell) RETURN d.row AS r, d.column AS k, length(p) AS len ORDER BY r, k
8x8 MATCH (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*1..4]-(b:Cell) RETURN DISTINCT b.row AS r, b.column AS c ORDER BY r, c
8x8 MATCH (a:Cell {row:3, column:3})-[:NEIGHBOR_OF*2]-(b:Cell) RETURN count(*) AS paths, count(DISTINCT b) AS cells
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF*1..3]->(b:Cell) RETURN count(*) AS paths
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF*1..3]->(b:Cell) RETURN a.row AS row, count(DISTINCT b) AS reached ORDER BY row
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF]->{1,4}(b:Cell) WITH DISTINCT a, b RETURN a.row AS row, count(*) AS n ORDER BY row
8x8 MATCH (a:Cell {row:0})-[:NEIGHBOR_OF*]->(b:Cell {row:2}) RETURN a.column AS c, count(DISTINCT b) AS n ORDER BY c
8x8 MATCH (a:Cell {row:2, column:3}) WHERE EXISTS { (a)-[:NEIGHBOR_OF*1..8]-(:Cell {row:7, column:7}) } RETURN a.state AS s
16x16 MATCH (a:Cell) WHERE EXISTS { (a)-[:NEIGHBOR_OF*]->(:Cell {state:'X'}) } RETURN count(*) AS n
16x16 MATCH (a:Cell) WHERE NOT EXISTS { MATCH (a)(()-[:NEIGHBOR_OF]->())+(b:Cell {state:'O'}) } RETURN count(*) AS n, min(a.row) AS r
8x8 MATCH (a:Cell)-[r1:NEIGHBOR_OF]-(b:Cell)-[r2:NEIGHBOR_OF]-(c:Cell)-[r3:NEIGHBOR_OF]-(a) RETURN count(*)/6 AS triangles
16x16 MATCH (a:Cell)-[:NEIGHBOR_OF]->(b:Cell)-[:NEIGHBOR_OF]->(c:Cell), (a)-[:NEIGHBOR_OF]->(c) RETURN count(*) AS triangles
8x8 MATCH (a:Cell)--(b)--(c)--(d)--(a) RETURN count(*)/8 AS squares
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF]-(b)-[:NEIGHBOR_OF]-(c)-[:NEIGHBOR_OF]-(d)-[:NEIGHBOR_OF]-(a) WHERE NOT (a)--(c) AND NOT (b)--(d) RETURN count(*) AS n
8x8 MATCH (a:Cell), (b:Cell) WHERE a.row = b.column AND a.column = b.row AND a.row < a.column RETURN count(*) AS mirrored
8x8 MATCH (a:Cell), (b:Cell) WHERE a.row + a.column = b.row + b.column AND a.row < b.row RETURN a.row + a.column AS diag, count(*) AS pairs ORDER BY diag
16x16 MATCH (a:Cell), (b:Cell) WHERE a.row = b.row AND a.column < b.column RETURN a.row AS row, count(*) AS pairs ORDER BY row
16x16 MATCH (a:Cell), (b:Cell) WHERE abs(a.row-b.row) = 1 AND abs(a.column-b.column) = 2 RETURN count(*) AS knight
8x8 MATCH (a:Cell), (b:Cell) WHERE abs(a.row-b.row) = 1 AND abs(a.column-b.column) = 2 OR abs(a.row-b.row) = 2 AND abs(a.column-b.column) = 1 WITH a, count(b) AS moves RETURN moves, count(a) AS cells ORDER BY moves
8x8 MATCH (a:Cell), (b:Cell) WHERE a <> b AND a.state = b.state RETURN a.state AS s, count(*) AS n ORDER BY s
8x8 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row = b.row AND b.column = c.column AND a.row = 3 RETURN count(*) AS n
8x8 MATCH (c:Cell) WHERE c.row IN [0,7] AND c.column IN [0,7] RETURN c.row, c.column, [(c)--(d) | d.row*10 + d.column] AS unsorted_size_only ORDER BY c.row, c.column LIMIT 0
8x8 MATCH (c:Cell) WHERE c.row IN [0,7] AND c.column IN [0,7] RETURN c.row, c.column, size([(c)--(d) WHERE d.state IS NULL | d]) AS free ORDER BY c.row, c.column
8x8 MATCH (c:Cell) WITH c, [(c)-[r]-(d) WHERE d.row > c.row | r.direction] AS ds RETURN size(ds) AS n, count(*) AS cells, sum(reduce(t = 0, x IN ds | t + x)) AS total ORDER BY n
16x16 MATCH (c:Cell) WITH c, COLLECT { MATCH (c)-[r:NEIGHBOR_OF]->(d) RETURN r.direction ORDER BY r.direction } AS ds RETURN ds, count(*) AS n ORDER BY n DESC, size(ds) DESC LIMIT 2
8x8 MATCH (a:Cell {row:0, column:0}) OPTIONAL MATCH (a)-[:NEIGHBOR_OF {direction:1}]->(b) OPTIONAL MATCH (b)-[:NEIGHBOR_OF {direction:1}]->(c) OPTIONAL MATCH (c)-[:NEIGHBOR_OF {direction:1}]->(d) OPTIONAL MATCH (d)-[:NEIGHBOR_OF {direction:1}]->(e) RETURN [x IN [a,b,c,d,e] | coalesce(x.state, '.')] AS line
8x8 MATCH (a:Cell) OPTIONAL MATCH (a)-[:NEIGHBOR_OF {direction:4}]->(e) OPTIONAL MATCH (a)-[:NEIGHBOR_OF {direction:2}]->(s) OPTIONAL MATCH (a)<-[:NEIGHBOR_OF {direction:4}]-(w) OPTIONAL MATCH (a)<-[:NEIGHBOR_OF {direction:2}]-(n) WITH a, [x IN [e,s,w,n] WHERE x IS NOT NULL] AS around RETURN size(around) AS k, count(*) AS cells ORDER BY k
16x16 MATCH (a:Cell) OPTIONAL MATCH (a)-[:NEIGHBOR_OF]-(x:Cell {state:'X'}) WITH a, count(x) AS xs OPTIONAL MATCH (a)-[:NEIGHBOR_OF]-(o:Cell {state:'O'}) WITH a, xs, count(o) AS os OPTIONAL MATCH (a)-[:NEIGHBOR_OF]-(e:Cell) WHERE e.state IS NULL WITH xs, os, count(e) AS es RETURN xs, os, es, count(*) AS cells ORDER BY xs, os, es
8x8 MATCH (a:Cell) CALL (a) { MATCH (a)-[:NEIGHBOR_OF]-(b) WHERE b.state IS NOT NULL RETURN count(b) AS k } RETURN k, count(*) AS n ORDER BY k
8x8 MATCH (a:Cell {state:'X'}) CALL (a) { MATCH (a)-[:NEIGHBOR_OF]-(b) RETURN b UNION MATCH (a)-[:NEIGHBOR_OF]-()-[:NEIGHBOR_OF]-(b) RETURN b } RETURN a.row AS r, a.column AS c, count(DISTINCT b) AS n ORDER BY r, c
8x8 MATCH (c:Cell {state:'X'}) RETURN c.row AS r, c.column AS k UNION MATCH (c:Cell {state:'O'}) RETURN c.column AS r, c.row AS k
8x8 MATCH (c:Cell {state:'X'}) RETURN 'X' AS who, count(c) AS n UNION ALL MATCH (c:Cell {state:'O'}) RETURN 'O' AS who, count(c) AS n
MATCH (a:N {i:0})-[:S*1..50]->(b:N) RETURN count(*) AS n, max(b.i) AS m
MATCH (a:N {i:0})-[:R*1..4]->(b:N) RETURN count(*) AS n
MATCH (a:N {i:0})-[:R*1..6]->(b:N) RETURN count(DISTINCT b) AS n
MATCH (a:N {i:17})-[:R]->{1,5}(b:N) RETURN DISTINCT b.g AS g ORDER BY g
MATCH p = SHORTEST 1 (a:N {i:5})-[:R]->+(b:N {i:9876}) RETURN length(p) AS len
MATCH p = ANY SHORTEST (a:N {i:12})-[:R|S]-+(b:N {i:7000}) RETURN length(p) AS len
MATCH p = ALL SHORTEST (a:N {i:100})-[:R]-+(b:N {i:200}) RETURN length(p) AS len, count(*) AS n
MATCH p = ALL SHORTEST (a:N {i:100})-[:R|S]->+(b:N {i:4242}) RETURN length(p) AS len, count(*) AS n
MATCH p = SHORTEST 4 (a:N {i:1})-[:R]->+(b:N {i:77}) RETURN length(p) AS len, count(*) AS n ORDER BY len
MATCH p = SHORTEST 2 GROUPS (a:N {i:3})-[:R]->+(b:N {i:333}) RETURN length(p) AS len, count(*) AS n ORDER BY len
MATCH (a:N {i:3}), (b:N {i:1234}) MATCH p = shortestPath((a)-[:R*]-(b)) RETURN length(p) AS len
MATCH (a:N {i:3}), (b:N {i:1234}) MATCH p = allShortestPaths((a)-[:R*..15]->(b)) RETURN length(p) AS len, count(p) AS n
MATCH (a:N {i:42}), (b:N) WHERE b.k = 50 AND b.g = 0 AND b.i < 2000 MATCH p = shortestPath((a)-[:R*]->(b)) RETURN b.i AS i, length(p) AS len ORDER BY i
MATCH p = SHORTEST 1 (a:N {i:9})(()-[r:R WHERE r.w > 1]->(x))+(b:N {i:901}) RETURN length(p) AS len
MATCH p = SHORTEST 1 (a:N {i:9})(()-[r:R]-(x WHERE x.g <> 3))+(b:N {i:901}) RETURN length(p) AS len, all(n IN nodes(p) WHERE n.g <> 3 OR n.i = 9) AS ok
MATCH p = ANY SHORTEST (a:N {i:0})((x)-[:R]->(y) WHERE x.g < y.g OR y.g = 0)+(b:N) WHERE b.i = 5000 OR b.i = 5001 RETURN b.i AS i, length(p) AS len ORDER BY i
MATCH (a:N {i:1})-[:R*..8]->(b:N {i:2}) RETURN count(*) AS n
MATCH (a:N {i:10}) WHERE EXISTS { (a)-[:R*1..10]->(:N {i:11}) } RETURN a.i AS i
MATCH (a:N) WHERE EXISTS { (a)-[:R {w:0}]->(:N {g:0}) } RETURN count(*) AS n
MATCH (a:N) WHERE NOT EXISTS { (a)<-[:R]-() } RETURN count(*) AS sources
MATCH (a:N) WHERE EXISTS { (a)-[:R]->(b:N)-[:R]->(c:N) WHERE c.i = a.i } RETURN a.i AS i ORDER BY i
MATCH (a:N) WHERE NOT (a)-[:R]->(:N {g:5}) AND (a)-[:S]->(:N {k:7}) RETURN count(a) AS n
MATCH (a:N)-[:R]->(b:N) WHERE a.g = b.g RETURN a.g AS g, count(*) AS n ORDER BY g
MATCH (a:N)-[:R]->(b:N) RETURN b.i AS i, count(*) AS indegree ORDER BY indegree DESC, i LIMIT 5
MATCH (a:N)-[r:R]->(b:N) RETURN a.i AS x, b.i AS y, r.w AS w ORDER BY w DESC, a.i * b.i DESC, x LIMIT 7
MATCH (a:N) RETURN a.i AS i ORDER BY a.k DESC, a.i ASC LIMIT 10
MATCH (a:N) RETURN a.i AS i ORDER BY a.k DESC, a.g, a.i DESC SKIP 20 LIMIT 5
MATCH (a:N) WITH a ORDER BY (a.i * 7919) % 10007 LIMIT 3 MATCH (a)-[:R]->(b:N) RETURN a.i AS x, b.i AS y ORDER BY x, y
MATCH (a:N), (b:N) WHERE a.k = 3 AND b.k = 4 AND a.i + 1 = b.i RETURN count(*) AS n
MATCH (a:N), (b:N) WHERE a.i = b.k AND b.g = 1 RETURN count(*) AS n, sum(a.i) AS s
MATCH (a:N), (b:N) WHERE a.i = b.i + 5000 AND a.k = 1 RETURN count(*) AS n
MATCH (a:N {k:0})-[:R]->(x:N), (b:N {k:50})-[:R]->(y:N) WHERE x.k = y.k RETURN count(*) AS n
MATCH (a:N {k:0})-[:R]->(x:N) MATCH (b:N {k:50})-[:R]->(y:N) WHERE x.k = y.k AND a.i < b.i RETURN x.k AS k, count(*) AS n ORDER BY n DESC, k LIMIT 5
UNWIND [1, 5, 9, 200, 4000] AS j MATCH (a:N {i:j})-[:R]->(b)-[:R]->(c) RETURN j, collect(DISTINCT c.g) AS ignored, count(c) AS n ORDER BY j LIMIT 0
UNWIND [1, 5, 9, 200, 4000] AS j MATCH (a:N {i:j})-[:R]->(b)-[:R]->(c) RETURN j, count(DISTINCT c) AS n, min(c.i) AS lo ORDER BY j
MATCH (a:N)-[:R]->(b:N)-[:S]->(c:N)<-[:R]-(a) RETURN count(*) AS n
MATCH (a:N)-[:R]->(b:N)<-[:R]-(c:N) WHERE a.i < c.i RETURN count(*) AS n
MATCH (a:N)-[:R]->(b:N)<-[:R]-(c:N)-[:S]->(a) RETURN count(*) AS n
MATCH (a:N)-[:S]->(b:N)-[:S]->(c:N) WHERE a.k + b.k = c.k RETURN count(*) AS n
MATCH (a:N)-[:S*3]->(b:N) WHERE a.g = b.g RETURN count(*) AS n
MATCH (a:N)-[:S*10]->(b:N) RETURN count(*) AS n, sum(b.g - a.g) AS d
MATCH p = (a:N {k:99})-[:S*5]->(b:N) WHERE all(n IN nodes(p) WHERE n.k <> 50) RETURN count(p) AS n
MATCH p = (a:N {k:9})-[:R*4]->(b:N) WHERE all(r IN relationships(p) WHERE r.w = 3) RETURN count(p) AS n
MATCH p = (a:N {g:0})-[:R*3]->(b:N) WHERE none(n IN nodes(p)[1..] WHERE n.g = 0) RETURN count(p) AS n
MATCH p = (a:N {i:0})-[:R*7]->(b:N) WHERE single(n IN nodes(p) WHERE n.g = 7) RETURN count(p) AS n
MATCH p = (a:N {k:5})-[rs:R*3]->(b:N) WHERE any(r IN rs WHERE r.w = 0) RETURN count(p) AS n, sum(reduce(s = 0, r IN rs | s + r.w)) AS w
MATCH p = (a:N {i:77})-[rs:R*1..8]->(b:N) RETURN length(p) AS len, min(reduce(s = 0, r IN rs | s + r.w)) AS cheapest ORDER BY len
MATCH (a:N {i:77})-[rs:R*1..8]->(b:N {g:4}) WITH b, min(reduce(s = 0, r IN rs | s + r.w)) AS cost RETURN b.i AS i, cost ORDER BY cost, i LIMIT 10
MATCH (a:N) WITH a.k AS k, collect(a.i) AS ids RETURN k, reduce(s = 0, x IN ids | s + x) AS total ORDER BY k LIMIT 5
MATCH (a:N) WITH a.k AS k, count(*) AS n, sum(a.i) AS s WHERE s % 3 = 0 RETURN count(k) AS groups, sum(n) AS nodes
MATCH (a:N)-[r]->(b:N) WITH a, count(r) AS d, sum(r.w) AS w WHERE w > 8 RETURN d, w, count(*) AS n ORDER BY d, w
MATCH (a:N)-[r:R]->(b:N) WITH a.g AS x, b.g AS y, sum(r.w) AS w, count(*) AS n RETURN x, y, w, n ORDER BY w DESC, x, y LIMIT 12
MATCH (a:N) OPTIONAL MATCH (a)<-[:R]-(b:N) WITH a, count(b) AS d RETURN d, count(*) AS n ORDER BY d
MATCH (a:N) WHERE a.i < 1000 OPTIONAL MATCH (a)-[:R]->(b:N {g:0}) OPTIONAL MATCH (b)-[:R]->(c:N {g:1}) RETURN count(a) AS x, count(b) AS y, count(c) AS z
MATCH (a:N) WHERE a.i IN [1,2,3,5,8,13,21,34,55,89,144,233,377,610,987,1597,2584,4181,6765] RETURN sum(a.k) AS k, collect(a.g)[0] IS NOT NULL AS any
MATCH (a:N) WHERE 4000 <= a.i < 4010 RETURN a.i AS i, COUNT { (a)--() } AS d, COLLECT { MATCH (a)-[:R]->(b:N) RETURN b.i ORDER BY b.i } AS out ORDER BY i
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF*]-(b:Cell) RETURN 1 AS one LIMIT 3
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF*]-(b:Cell) WITH a LIMIT 5000 RETURN count(*) AS n
MATCH (a:N)-[:R*1..30]->(b:N) WITH b LIMIT 20000 RETURN count(*) AS n
MATCH (a:N), (b:N) WITH a, b LIMIT 500000 RETURN count(*) AS n
MATCH (a:N), (b:N) WHERE a.i + b.i = 3 WITH a LIMIT 1 RETURN count(*) AS n
8x8 MATCH (a:Cell) CALL (a) { MATCH p = (a)-[:NEIGHBOR_OF*]-(b) RETURN 1 AS one LIMIT 4 } RETURN count(*) AS n
8x8 MATCH (a:Cell) RETURN count(CASE WHEN EXISTS { (a)-[:NEIGHBOR_OF*3..]-(b) WHERE b.row = 7 } THEN 1 END) AS n
MATCH (a:N) WHERE a.i < 200 CALL (a) { MATCH (a)-[:R*1..12]->(b:N) RETURN b LIMIT 1 } RETURN count(b) AS n
MATCH (a:N) WHERE a.g = 3 WITH collect(a.i) AS ids MATCH (b:N) WHERE b.i IN ids RETURN count(*) AS n
MATCH (a:N) WHERE a.g = 3 WITH collect(a) AS ns MATCH (b:N)-[:R]->(c:N) WHERE c IN ns RETURN count(*) AS n
MATCH (a:N) WHERE a.k < 20 WITH collect(a.i) AS ids MATCH (b:N) WHERE NOT b.i IN ids RETURN count(*) AS n, sum(b.i) AS s
MATCH (a:N)-[:R]->(b:N) WITH collect(DISTINCT b.i) AS targets MATCH (c:N) WHERE NOT c.i IN targets RETURN count(c) AS unreached
MATCH (a:N) WITH max(a.i) AS m, avg(a.k) AS mean MATCH (b:N) WHERE b.i = m OR b.k > mean + 49 RETURN count(b) AS n
MATCH (a:N), (b:N) WHERE toString(a.i) = toString(b.k) AND b.g = 7 RETURN count(*) AS n
MATCH (a:N), (b:N) WHERE a.k = b.k AND a.i < b.i AND a.g = 2 RETURN a.k AS k, count(*) AS n ORDER BY k
MATCH (a:N {g:1}), (b:N), (c:N {g:2}) WHERE a.i = b.k AND b.i = c.k RETURN count(*) AS n
MATCH (a:N) WHERE a.k = 17 OPTIONAL MATCH (b:N) WHERE b.i = a.i * 3 RETURN count(a) AS n, count(b) AS m, sum(b.g) AS s
MATCH (a:N) WHERE a.k = 8 AND EXISTS { MATCH (b:N) WHERE b.i = a.i * 2 } RETURN count(a) AS n
MATCH (a:N) WHERE a.k = 8 AND NOT EXISTS { MATCH (b:N {g:6}) WHERE b.i = a.i / 2 + 2 } RETURN count(a) AS n
MATCH (a:N) WHERE a.k = 8 RETURN sum(COUNT { MATCH (b:N) WHERE b.i % 1000 = a.i % 1000 }) AS n
MATCH (a:N) WHERE a.k = 21 CALL (a) { MATCH (b:N) WHERE b.i > a.i RETURN b ORDER BY b.i LIMIT 1 } RETURN count(b) AS n, sum(b.i) AS s
MATCH (a:N) WHERE a.i < 2000 CALL (a) { MATCH (a)-[r]->(b) RETURN b ORDER BY r.w DESC, b.i LIMIT 1 } RETURN b.g AS g, count(*) AS n ORDER BY g
MATCH (a:N) WHERE a.i < 3000 WITH a, [(a)-[:R]->(b) | b.i] AS bs RETURN sum(size(bs)) AS n, sum(reduce(s = 0, x IN bs | s + x)) AS s
8x8 UNWIND range(1,700) AS x UNWIND range(1,700) AS y WITH x, y WHERE x * y = 3600 RETURN count(*) AS n
8x8 UNWIND range(1,300) AS a UNWIND range(a,300) AS b WITH a, b, toInteger(sqrt(a*a+b*b)) AS c WHERE a*a+b*b = c*c RETURN count(*) AS triples
8x8 UNWIND range(2,3000) AS n WITH n WHERE none(d IN range(2, toInteger(sqrt(n))) WHERE n % d = 0) RETURN count(n) AS primes, max(n) AS last
8x8 UNWIND range(2,400) AS n WITH n WHERE all(d IN range(2, n-1) WHERE n % d <> 0) RETURN count(n) AS primes
8x8 RETURN size(reduce(l = [], x IN range(1,5000) | l + x)) AS n
8x8 RETURN size(reduce(s = '', x IN range(1,5000) | s + toString(x))) AS n
8x8 RETURN reduce(f = [0,1], x IN range(1,60) | [f[1], f[0]+f[1]])[0] AS fib
8x8 RETURN reduce(l = [], x IN range(1,2000) | CASE WHEN x % 3 = 0 THEN [x] + l ELSE l END)[0..5] AS five
8x8 UNWIND range(1,20000) AS x WITH x % 137 AS k, collect(x) AS xs RETURN k, size(xs) AS n, xs[-1] AS last ORDER BY k DESC LIMIT 3
8x8 UNWIND range(1,30000) AS x WITH DISTINCT x * 17 % 1009 AS y RETURN count(y) AS n, sum(y) AS s
8x8 UNWIND range(1,20000) AS x WITH x ORDER BY x * 7919 % 20011 LIMIT 10 RETURN collect(x) AS xs
8x8 UNWIND range(0,5) AS a UNWIND range(0,5) AS b WITH a, b WHERE abs(a-b) > 1 UNWIND range(0,5) AS c WITH a, b, c WHERE c <> a AND abs(b-c) > 1 AND abs(a-c) <> 2 UNWIND range(0,5) AS d WITH a,b,c,d WHERE NOT d IN [a,b] AND abs(c-d) > 1 AND abs(b-d) <> 2 AND abs(a-d) <> 3 UNWIND range(0,5) AS e WITH a,b,c,d,e WHERE NOT e IN [a,b,c] AND abs(d-e) > 1 AND abs(c-e) <> 2 AND abs(b-e) <> 3 AND abs(a-e) <> 4 UNWIND range(0,5) AS f WITH a,b,c,d,e,f WHERE NOT f IN [a,b,c,d] AND abs(e-f) > 1 AND abs(d-f) <> 2 AND abs(c-f) <> 3 AND abs(b-f) <> 4 AND abs(a-f) <> 5 RETURN count(*) AS queens
8x8 UNWIND range(1,9) AS a UNWIND range(1,9) AS b UNWIND range(1,9) AS c UNWIND range(1,9) AS d WITH a,b,c,d WHERE a <> b AND a <> c AND a <> d AND b <> c AND b <> d AND c <> d AND 10*a+b + 10*b+a = 10*c+d + 10*d + c RETURN count(*) AS n
8x8 WITH range(0,7) AS rows UNWIND rows AS r UNWIND rows AS c MATCH (x:Cell {row:r, column:c}) RETURN (r+c)%2 AS colour, count(x) AS n, count(x.state) AS discs ORDER BY colour
8x8 UNWIND [[0,1],[1,0],[1,1],[1,-1]] AS v MATCH (a:Cell), (b:Cell) WHERE b.row = a.row + v[0] AND b.column = a.column + v[1] RETURN v, count(*) AS n ORDER BY v
8x8 UNWIND [{r:0,c:0},{r:7,c:7},{r:3,c:4}] AS m MATCH (a:Cell) WHERE a.row = m.r AND a.column = m.c OPTIONAL MATCH (a)-[e:NEIGHBOR_OF]-() RETURN m.r AS r, m.c AS c, a.state AS s, count(e) AS d ORDER BY r, c
8x8 MATCH (a:Cell), (b:Cell) WHERE [a.row, a.column] = [b.column, b.row] RETURN count(*) AS n
8x8 MATCH (a:Cell), (b:Cell) WHERE {x: a.row, y: 7 - a.column} = {x: b.row, y: b.column} RETURN count(*) AS n
MATCH (a:N), (b:N) WHERE a.i = b.k * 1.0 AND b.i >= 9900 RETURN count(*) AS n
8x8 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row < b.row AND b.row < c.row AND a.column < b.column AND b.column < c.column RETURN count(*) AS n
8x8 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row < b.row AND b.row < c.row AND (b.row-a.row)*(c.column-a.column) = (c.row-a.row)*(b.column-a.column) RETURN count(*) AS collinear
8x8 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row = b.row AND a.column < b.column AND c.column = a.column AND c.row > a.row AND c.row - a.row = b.column - a.column RETURN count(*) AS n
8x8 MATCH (a:Cell), (b:Cell), (c:Cell), (d:Cell) WHERE a.row = b.row AND c.row = d.row AND a.column = c.column AND b.column = d.column AND a.row < c.row AND a.column < b.column RETURN count(*) AS rectangles
6x6 MATCH (a:Cell), (b:Cell), (c:Cell), (d:Cell) WHERE a.row = b.row AND c.row = d.row AND a.column = c.column AND b.column = d.column AND c.row - a.row = b.column - a.column AND a.row < c.row AND a.column < b.column RETURN c.row - a.row AS side, count(*) AS squares ORDER BY side
8x8 MATCH (a:Cell)--(b:Cell)--(c:Cell)--(d:Cell), (a)--(c), (a)--(d), (b)--(d) RETURN count(*) / 24 AS k4
16x16 MATCH (a:Cell)-[:NEIGHBOR_OF]->(b)-[:NEIGHBOR_OF]->(d), (a)-[:NEIGHBOR_OF]->(c)-[:NEIGHBOR_OF]->(d) WHERE b.column < c.column RETURN count(*) AS diamonds
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF]-(b), (c:Cell)-[:NEIGHBOR_OF]-(d) WHERE a.row = c.column AND b.row = d.column AND a.column = c.row AND b.column = d.row RETURN count(*) AS n
4x4 MATCH p = (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*]->(b:Cell {row:3, column:3}) RETURN count(p) AS n, max(length(p)) AS longest
4x4 MATCH p = (a:Cell)-[:NEIGHBOR_OF*1..5]-(b:Cell) RETURN length(p) AS len, count(*) AS n ORDER BY len
4x4 MATCH p = (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*1..6]-(b:Cell) WHERE all(n IN nodes(p) WHERE single(m IN nodes(p) WHERE m = n)) RETURN length(p) AS len, count(*) AS n ORDER BY len
4x4 MATCH p = (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*6]-(a) RETURN count(*) AS n
4x4 MATCH (a:Cell)-[:NEIGHBOR_OF*3..5]-(b) RETURN a.row AS r, a.column AS c, count(DISTINCT b) AS n ORDER BY r, c
4x4 MATCH (a:Cell)-[:NEIGHBOR_OF*2]-(b) WHERE a = b RETURN count(*) AS n
8x8 MATCH p = SHORTEST 1 (a:Cell {row:0, column:0})-[:NEIGHBOR_OF]-+(a) RETURN length(p) AS len
8x8 MATCH p = SHORTEST 2 GROUPS (a:Cell {row:3, column:0})-[:NEIGHBOR_OF]-+(a) RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH p = ALL SHORTEST (a:Cell {row:2, column:2})-[:NEIGHBOR_OF]-{4,}(b:Cell {row:2, column:3}) RETURN length(p) AS len, count(*) AS n
8x8 MATCH p = ALL SHORTEST (a:Cell {row:2, column:2})(()-[:NEIGHBOR_OF {direction:4}]-()){3,}(b:Cell) RETURN b.row AS r, b.column AS c, length(p) AS len ORDER BY r, c
8x8 MATCH p = ALL SHORTEST (a:Cell {row:0, column:0})-[:NEIGHBOR_OF]-+(b:Cell {row:7, column:6}) WHERE none(n IN nodes(p) WHERE n.state = 'X') RETURN length(p) AS len, count(*) AS n
8x8 MATCH p = ALL SHORTEST (a:Cell {row:0, column:0})-[rs:NEIGHBOR_OF]-+(b:Cell {row:7, column:5}) WHERE all(r IN rs WHERE r.direction < 3) RETURN length(p) AS len, count(*) AS n
8x8 MATCH p = SHORTEST 2 GROUPS ((a:Cell {row:0, column:0})-[rs:NEIGHBOR_OF]->+(b:Cell {row:3, column:3}) WHERE size([r IN rs WHERE r.direction = 1]) < 2) RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH (a:Cell {row:0, column:0}), (b:Cell {row:7, column:7}) MATCH p = shortestPath((a)-[:NEIGHBOR_OF*]-(b)) WHERE all(n IN nodes(p) WHERE n.row <> n.column OR n.row IN [0,7]) RETURN length(p) AS len
8x8 MATCH (a:Cell {row:0, column:0}), (b:Cell {row:7, column:7}) MATCH p = allShortestPaths((a)-[:NEIGHBOR_OF*]-(b)) WHERE none(r IN relationships(p) WHERE r.direction = 1) RETURN length(p) AS len, count(*) AS n
8x8 MATCH (a:Cell), (b:Cell) WHERE a <> b MATCH p = shortestPath((a)-[:NEIGHBOR_OF*]-(b)) RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH (a:Cell), (b:Cell) WHERE a.row < b.row MATCH p = shortestPath((a)-[:NEIGHBOR_OF*]->(b)) WITH a, max(length(p)) AS ecc RETURN ecc, count(*) AS n ORDER BY ecc
6x6 MATCH (a:Cell), (b:Cell) WHERE a.row < b.row MATCH p = allShortestPaths((a)-[:NEIGHBOR_OF*]-(b)) UNWIND nodes(p)[1..-1] AS n RETURN n.row AS r, n.column AS c, count(*) AS between ORDER BY between DESC, r, c LIMIT 8
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*1..4]-(b:Cell) RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF*4]-(b:Cell) RETURN count(*) AS n
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF*4]-(b:Cell) WHERE b.state = 'X' RETURN count(*) AS n
8x8 MATCH (a:Cell {row:0})-[:NEIGHBOR_OF*1..5]->(b:Cell) WHERE a.column = b.column RETURN a.column AS c, count(*) AS n ORDER BY c
8x8 MATCH p = (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*1..5]-(b:Cell) WITH b, min(length(p)) AS d, count(*) AS n RETURN d, count(b) AS cells, sum(n) AS paths ORDER BY d
8x8 MATCH p = (a:Cell {row:0, column:3})-[rs:NEIGHBOR_OF*7]->(b:Cell {row:7}) RETURN b.column AS c, count(*) AS routes ORDER BY c
8x8 MATCH p = (a:Cell {row:0, column:0})-[rs:NEIGHBOR_OF*1..7]->(b:Cell) WHERE all(i IN range(1, size(rs)-1) WHERE rs[i].direction = rs[i-1].direction) RETURN b.row AS r, b.column AS c, length(p) AS len ORDER BY r, c, len
8x8 MATCH p = (a:Cell {row:0, column:0})-[rs:NEIGHBOR_OF*1..6]->(b:Cell) WHERE all(i IN range(1, size(rs)-1) WHERE rs[i].direction <> rs[i-1].direction) RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH p = (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*2..6]->(b:Cell) WHERE any(n IN nodes(p) WHERE n.state = 'X') AND none(n IN nodes(p) WHERE n.state = 'O') RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*3]->(b:Cell) WHERE [n IN nodes(p) | n.state] = [null, 'O', 'X', null] RETURN count(*) AS n
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*2]-(b:Cell) WHERE [n IN nodes(p) | coalesce(n.state,'.')] = ['.', 'O', 'X'] RETURN count(*) AS n
8x8 MATCH p = (a:Cell {row:3})(()-[:NEIGHBOR_OF {direction:4}]->(m))+(b:Cell) WHERE all(n IN m[..-1] WHERE n.state = 'O') AND b.state = 'X' AND a.state IS NULL RETURN a.column AS c, b.column AS d
16x16 MATCH (a:Cell {row:0, column:0})((x)-[:NEIGHBOR_OF {direction:4}]->(y)){3}((u)-[:NEIGHBOR_OF {direction:2}]->(v)){2,5}(b:Cell) RETURN b.row AS r, b.column AS c, size(u) AS n ORDER BY r
16x16 MATCH (a:Cell)((x)-[:NEIGHBOR_OF {direction:4}]->(y)){2,4}((u)-[:NEIGHBOR_OF {direction:2}]->(v)){2,4}(b:Cell) WHERE b.state IS NULL RETURN count(*) AS ls
16x16 MATCH (a:Cell)((x)-[:NEIGHBOR_OF]->(y) WHERE x.row < y.row AND x.column <= y.column){1,3}(b:Cell) RETURN count(*) AS n, count(DISTINCT b) AS ends
16x16 MATCH p = SHORTEST 2 (a:Cell {row:0, column:0})-[:NEIGHBOR_OF]->{1,8}(b:Cell) RETURN length(p) AS len, count(*) AS n ORDER BY len
16x16 MATCH p = SHORTEST 1 GROUP (a:Cell {row:5, column:5})-[:NEIGHBOR_OF]->{1,6}(b:Cell) RETURN length(p) AS len, count(DISTINCT b) AS cells ORDER BY len
16x16 MATCH p = SHORTEST 3 GROUPS (a:Cell {row:5, column:5})-[:NEIGHBOR_OF]->+(b:Cell {row:9}) RETURN b.column AS c, length(p) AS len, count(*) AS n ORDER BY c, len
16x16 MATCH (a:Cell {row:0}), (b:Cell {row:15}) MATCH p = shortestPath((a)-[:NEIGHBOR_OF*]-(b)) RETURN length(p) AS len, count(*) AS n
16x16 MATCH (a:Cell {row:0, column:0}), (b:Cell {row:15, column:15}) MATCH p = shortestPath((a)-[:NEIGHBOR_OF*]-(b)) WHERE none(n IN nodes(p) WHERE n.row = n.column AND 3 < n.row < 12) RETURN length(p) AS len
16x16 MATCH (a:Cell {row:0, column:0}), (b:Cell {row:15, column:15}) MATCH p = shortestPath((a)-[rs:NEIGHBOR_OF*]-(b)) WHERE all(r IN rs WHERE r.direction % 2 = 0) RETURN length(p) AS len
16x16 MATCH (a:Cell {row:7, column:0}), (b:Cell {row:7, column:15}) MATCH p = allShortestPaths((a)-[rs:NEIGHBOR_OF*]->(b)) WHERE all(r IN rs WHERE r.direction = 4) RETURN count(*) AS n, min(length(p)) AS len
16x16 MATCH (a:Cell)-[:NEIGHBOR_OF*1..3]-(b:Cell) WHERE a.state = 'X' RETURN b.row AS r, count(DISTINCT b) AS n ORDER BY r
16x16 MATCH (a:Cell {state:'X'})-[:NEIGHBOR_OF*0..2]-(b:Cell)-[:NEIGHBOR_OF*0..2]-(c:Cell {state:'O'}) RETURN count(DISTINCT b) AS n
16x16 MATCH (a:Cell) WHERE NOT EXISTS { (a)-[:NEIGHBOR_OF]-{1,2}(b WHERE b.state IS NOT NULL) } RETURN count(a) AS n
16x16 MATCH (a:Cell) WITH a, COUNT { MATCH (a)-[:NEIGHBOR_OF]-{1,2}(b) RETURN DISTINCT b } AS n RETURN n, count(*) AS cells ORDER BY n
16x16 MATCH (a:Cell) WITH a, COUNT { (a)-[:NEIGHBOR_OF*1..2]-() } AS n RETURN n, count(*) AS cells ORDER BY n
16x16 MATCH (a:Cell), (b:Cell) WHERE a.row + b.row = 15 AND a.column + b.column = 15 AND a.row < b.row RETURN count(*) AS n
16x16 MATCH (a:Cell), (b:Cell) WHERE a.row < b.row AND a.column > b.column RETURN count(*) AS n
16x16 MATCH (a:Cell), (b:Cell) WHERE a.row < b.row WITH a, count(b) AS below WHERE below > 100 RETURN a.row AS row, sum(below) AS s ORDER BY row
16x16 MATCH (a:Cell), (b:Cell) WHERE (a.row - b.row)^2 + (a.column - b.column)^2 = 25 RETURN count(*) AS n
16x16 MATCH (a:Cell), (b:Cell) WITH a, b, abs(a.row-b.row) + abs(a.column-b.column) AS manhattan RETURN manhattan, count(*) AS n ORDER BY n DESC, manhattan LIMIT 5
16x16 MATCH (a:Cell), (b:Cell) WHERE a <> b WITH a, b, CASE WHEN abs(a.row-b.row) > abs(a.column-b.column) THEN abs(a.row-b.row) ELSE abs(a.column-b.column) END AS cheb RETURN cheb, count(*) AS n ORDER BY cheb
16x16 MATCH (a:Cell), (b:Cell) WHERE a.row = b.row OR a.column = b.column RETURN count(*) AS rook
16x16 MATCH (a:Cell), (b:Cell) WHERE a <> b AND (a.row = b.row OR a.column = b.column OR abs(a.row-b.row) = abs(a.column-b.column)) WITH a, count(b) AS q RETURN q, count(a) AS n ORDER BY q
16x16 MATCH (a:Cell), (b:Cell) WHERE NOT (a)--(b) AND a.row = b.row RETURN count(*) AS n
16x16 MATCH (a:Cell), (b:Cell) WHERE EXISTS { (a)-[:NEIGHBOR_OF]-()-[:NEIGHBOR_OF]-(b) } AND a.column = 4 RETURN count(*) AS n
16x16 MATCH (a:Cell)-[:NEIGHBOR_OF]-(m)-[:NEIGHBOR_OF]-(b:Cell) WHERE NOT (a)-[:NEIGHBOR_OF]-(b) AND a <> b WITH a, b, count(m) AS common RETURN common, count(*) AS n ORDER BY common
16x16 MATCH (a:Cell)-[:NEIGHBOR_OF]-(m)-[:NEIGHBOR_OF]-(b:Cell) WHERE a.row < b.row WITH a, b, collect(m.row * 16 + m.column) AS ms WHERE size(ms) > 3 RETURN count(*) AS n
16x16 MATCH (a:Cell)-[:NEIGHBOR_OF {direction:1}]->(b)-[:NEIGHBOR_OF {direction:3}]->(c)<-[:NEIGHBOR_OF {direction:1}]-(d)<-[:NEIGHBOR_OF {direction:3}]-(a) RETURN count(*) AS diamonds
16x16 MATCH (a:Cell)-[r1]->(b)-[r2]->(c)-[r3]->(d) WHERE r1.direction < r2.direction < r3.direction RETURN count(*) AS n
16x16 MATCH (a:Cell)-[r1]->(b)-[r2]->(c) WHERE r1.direction = r2.direction RETURN r1.direction AS d, count(*) AS lines ORDER BY d
16x16 MATCH (a:Cell)-[r1]->(b)-[r2]->(c)-[r3]->(d) WHERE r1.direction = r2.direction AND r2.direction = r3.direction WITH d, count(a) AS k RETURN k, count(*) AS n ORDER BY k
16x16 MATCH (a:Cell) OPTIONAL MATCH (a)-[:NEIGHBOR_OF {direction:4}]->(b)-[:NEIGHBOR_OF {direction:4}]->(c) WHERE c.column % 2 = 0 WITH a, c OPTIONAL MATCH (c)-[:NEIGHBOR_OF {direction:2}]->(d) RETURN count(a) AS a, count(c) AS c, count(d) AS d
16x16 MATCH (a:Cell) WITH a ORDER BY a.row DESC, a.column LIMIT 20 MATCH (a)-[:NEIGHBOR_OF*1..2]-(b) WITH DISTINCT b ORDER BY b.row, b.column LIMIT 3 RETURN collect([b.row, b.column]) AS cells
16x16 MATCH (a:Cell) WITH a.row AS r, collect(a) AS row WITH r, row, [x IN row WHERE x.column % 3 = r % 3] AS picks UNWIND picks AS p MATCH (p)-[:NEIGHBOR_OF]->(q) RETURN r, count(q) AS n ORDER BY r
16x16 MATCH (a:Cell) WITH collect(a) AS cells UNWIND cells AS x UNWIND cells AS y WITH x, y WHERE x.row = y.column AND x.column = y.row RETURN count(*) AS n
16x16 MATCH (a:Cell) WITH collect(a) AS cells UNWIND range(0, size(cells)-2) AS i WITH cells[i] AS x, cells[i+1] AS y WHERE EXISTS { (x)--(y) } RETURN count(*) >= 0 AS ok
16x16 MATCH (a:Cell) WITH collect({r:a.row, c:a.column, s:coalesce(a.state,'.')}) AS cells UNWIND range(0,15) AS r RETURN r, size([x IN cells WHERE x.r = r AND x.s <> '.']) AS discs ORDER BY r
16x16 MATCH (a:Cell {state:'O'}) WITH collect(a) AS os MATCH (e:Cell) WHERE e.state IS NULL AND any(o IN os WHERE abs(o.row-e.row) <= 1 AND abs(o.column-e.column) <= 1) RETURN count(e) AS n
16x16 MATCH (a:Cell {state:'O'}) WITH collect(a) AS os MATCH (e:Cell)--(o) WHERE o IN os AND NOT e IN os RETURN count(DISTINCT e) AS n
16x16 MATCH (a:Cell {state:'X'}) OPTIONAL MATCH p = (a)-[:NEIGHBOR_OF*1..3]-(b:Cell {state:'X'}) WHERE a <> b AND all(n IN nodes(p)[1..-1] WHERE n.state = 'O') RETURN a.row AS r, a.column AS c, count(p) AS n, min(length(p)) AS d ORDER BY r, c
16x16 MATCH (a:Cell)-->(b:Cell) WITH a, max(b.row + b.column) AS m MATCH (a)-->(c) WHERE c.row + c.column = m RETURN count(*) AS n
16x16 MATCH (c:Cell) RETURN percentileDisc(c.row, 0.5) AS med, stDev(c.row) > 4 AS wide, sum(c.row * c.column) AS s, count(DISTINCT c.row + c.column) AS diags
16x16 MATCH (c:Cell) WITH c.row + c.column AS diag, collect(c.row) AS rs RETURN diag, size(rs) AS n, reduce(m = 0, x IN rs | CASE WHEN x > m THEN x ELSE m END) AS hi ORDER BY n DESC, diag LIMIT 4
16x16 MATCH (x:Cell) WHERE x.state <> 'X' RETURN count(*) AS n UNION ALL MATCH (x:Cell) WHERE NOT x.state = 'X' OR x.state IS NULL RETURN count(*) AS n UNION ALL MATCH (x:Cell) WHERE x.state IN ['X', null] RETURN count(*) AS n
16x16 MATCH (n:!N)-[r:!S&!R]->(m:Cell) WHERE r.direction IS NOT NULL RETURN count(*) AS n
16x16 MATCH (a:Cell&!Other WHERE a.row > 13)-[r WHERE r.direction >= 3]-(b:Cell|Other) RETURN r.direction AS d, count(*) AS n ORDER BY d
16x16 CALL { MATCH (a:Cell {row:0}) RETURN a AS c UNION MATCH (a:Cell {column:0}) RETURN a AS c UNION MATCH (a:Cell {row:15}) RETURN a AS c UNION MATCH (a:Cell {column:15}) RETURN a AS c } WITH c MATCH (c)-[:NEIGHBOR_OF]-(d) RETURN count(DISTINCT c) AS edge, count(DISTINCT d) AS near, count(*) AS n
16x16 MATCH (a:Cell) CALL (a) { WITH a WHERE a.row = 3 MATCH (a)--(b) RETURN count(b) AS k } RETURN sum(k) AS s, count(*) AS n
16x16 MATCH (a:Cell) CALL (a) { MATCH (a)-->(b) RETURN max(b.row) AS m UNION ALL MATCH (a)<--(b) RETURN min(b.row) AS m } RETURN m, count(*) AS n ORDER BY m
6x6 MATCH p = (a:Cell)-[:NEIGHBOR_OF*1..4]-(b:Cell) WHERE a.row = 0 RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*1..4]->(b:Cell) RETURN length(p) AS len, count(*) AS n ORDER BY len
8x8 MATCH (a:Cell)-[rs:NEIGHBOR_OF*1..4]->(b:Cell) RETURN size(rs) AS len, count(*) AS n, count(DISTINCT b) AS ends ORDER BY len
8x8 MATCH (a:Cell)-[rs:NEIGHBOR_OF]-{1,3}(b:Cell) RETURN reduce(s = 0, r IN rs | s + r.direction) AS total, count(*) AS n ORDER BY total
8x8 MATCH (a:Cell)-[rs:NEIGHBOR_OF*3]->(b:Cell) RETURN [r IN rs | r.direction] AS steps, count(*) AS n ORDER BY n DESC, steps LIMIT 6
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*3]-(b:Cell) WHERE a.row = 0 AND b.row = 3 WITH nodes(p) AS ns RETURN reduce(s = 0, n IN ns | s + n.column) % 4 AS m, count(*) AS c ORDER BY m
8x8 MATCH p = (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*6]->(b:Cell) WITH b, reduce(s = 0, n IN nodes(p) | s + CASE n.state WHEN 'X' THEN 1 WHEN 'O' THEN -1 ELSE 0 END) AS score RETURN b.row AS r, b.column AS c, max(score) AS best, min(score) AS worst ORDER BY r, c
8x8 MATCH p = (a:Cell {row:0, column:4})-[rs:NEIGHBOR_OF*1..6]->(b:Cell {row:6}) WITH b.column AS c, reduce(s = 0, r IN rs | s + r.direction * r.direction) AS cost RETURN c, min(cost) AS best ORDER BY c
6x6 MATCH p = (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*4..6]->(b:Cell) WHERE all(i IN range(0, length(p)-1) WHERE nodes(p)[i].column <= nodes(p)[i+1].column) RETURN count(p) AS n
6x6 MATCH p = (a:Cell)-[:NEIGHBOR_OF*4]-(a) WITH nodes(p) AS ns WHERE all(n IN ns[1..] WHERE ns[0].row * 6 + ns[0].column <= n.row * 6 + n.column) RETURN count(*) / 2 AS cycles
6x6 MATCH (a)-[:NEIGHBOR_OF]-(b)-[:NEIGHBOR_OF]-(c)-[:NEIGHBOR_OF]-(d)-[:NEIGHBOR_OF]-(e)-[:NEIGHBOR_OF]-(a) WHERE a.row = 0 AND b <> d AND a <> c RETURN count(*) AS n
4x4 MATCH p = (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*1..7]-(b:Cell {row:3, column:3}) RETURN length(p) AS len, count(*) AS n ORDER BY len
4x4 MATCH (a:Cell)-[:NEIGHBOR_OF*5]-(b:Cell) RETURN a.row AS r, count(*) AS n ORDER BY r
4x4 MATCH (a:Cell {row:1, column:1})((x)-[:NEIGHBOR_OF]-(y) WHERE y.row <> 0){1,6}(b:Cell {row:2, column:2}) RETURN size(x) AS len, count(*) AS n ORDER BY len
4x4 MATCH p = (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*7]-(b:Cell) WHERE all(i IN range(0,7) WHERE none(j IN range(i+1,7) WHERE nodes(p)[i] = nodes(p)[j])) RETURN count(p) AS n
8x8 UNWIND range(1,400) AS a UNWIND range(1,400) AS b RETURN (a*b) % 10 AS digit, count(*) AS n ORDER BY digit
8x8 UNWIND range(1,250) AS a UNWIND range(1,250) AS b WITH a, b WHERE a % b = 0 RETURN b, count(a) AS multiples ORDER BY multiples DESC, b LIMIT 5
8x8 UNWIND range(1,200) AS a UNWIND range(1,200) AS b WITH a + b AS s, a * b AS p WITH s, count(DISTINCT p) AS ps RETURN max(ps) AS hi, sum(ps) AS total
8x8 UNWIND range(1,60) AS a UNWIND range(1,60) AS b UNWIND range(1,60) AS c WITH a, b, c WHERE a + b + c = 60 AND a < b AND b < c RETURN count(*) AS n, max(a*b*c) AS best
8x8 UNWIND range(1,100000) AS x WITH x WHERE x % 7 = 3 AND toString(x) STARTS WITH '9' RETURN count(*) AS n
8x8 UNWIND range(1,50000) AS x WITH toString(x) AS s WHERE s = reverse(s) RETURN size(s) AS len, count(*) AS n ORDER BY len
8x8 UNWIND range(1,5000) AS x WITH x, reduce(s = 0, d IN split(toString(x), '') | s + toInteger(d)) AS ds RETURN ds, count(*) AS n ORDER BY n DESC, ds LIMIT 3
8x8 UNWIND range(1,30000) AS x WITH x, CASE WHEN x % 15 = 0 THEN 'FizzBuzz' WHEN x % 5 = 0 THEN 'Buzz' WHEN x % 3 = 0 THEN 'Fizz' ELSE toString(x) END AS f WITH f, count(*) AS n WHERE n > 1 RETURN f, n ORDER BY f
8x8 UNWIND range(1,200) AS n WITH n, reduce(s = {v:n, k:0}, i IN range(1,120) | CASE WHEN s.v = 1 THEN s WHEN s.v % 2 = 0 THEN {v: s.v / 2, k: s.k + 1} ELSE {v: 3 * s.v + 1, k: s.k + 1} END) AS c RETURN n, c.k AS steps ORDER BY steps DESC, n LIMIT 5
8x8 WITH [x IN range(1,2000) | x * x % 997] AS xs RETURN size([x IN xs WHERE x < 100]) AS n, reduce(m = 0, x IN xs | CASE WHEN x > m THEN x ELSE m END) AS hi, size([i IN range(0, size(xs)-2) WHERE xs[i] < xs[i+1]]) AS ups
8x8 WITH range(1,1500) AS xs RETURN size([x IN xs WHERE (x * 31) % 1501 IN xs]) AS n
8x8 WITH [x IN range(1,1000) | x * 3] AS xs, [y IN range(1,1000) | y * 5] AS ys RETURN size([x IN xs WHERE x IN ys]) AS both
8x8 WITH [x IN range(1,300) | x * 7 % 301] AS xs UNWIND range(0, size(xs)-1) AS i UNWIND range(i+1, size(xs)-1) AS j WITH xs[i] AS a, xs[j] AS b WHERE a > b RETURN count(*) AS inversions
MATCH (a:N) WITH collect(a.i) AS ids UNWIND ids AS x WITH x WHERE x % 3 = 0 RETURN count(x) AS n, sum(x) AS s
MATCH (a:N) WITH collect(a) AS ns UNWIND ns AS x MATCH (x)-[:S]->(y) RETURN sum(y.k) AS s
MATCH (a:N)-[:R]->(b:N) WHERE a.i < 500 WITH a, collect(b) AS bs UNWIND bs AS x UNWIND bs AS y WITH x, y WHERE x.i < y.i MATCH (x)-[:R]->(z)<-[:R]-(y) RETURN count(z) AS n
MATCH (a:N), (b:N) WHERE a.k = 1 AND b.k = 2 AND (a)-[:R]->()-[:R]->(b) RETURN count(*) AS n
MATCH (a:N {k:1}), (b:N {k:2}) WHERE EXISTS { (a)-[:R*1..3]->(b) } RETURN count(*) AS n
MATCH (a:N {k:1})-[:R*1..3]->(b:N {k:2}) RETURN count(DISTINCT [a.i, b.i]) AS n
MATCH (a:N {k:1})-[:R]->{1,6}(b:N {k:2}) RETURN count(DISTINCT b) AS n
MATCH (a:N {g:1})-[:R*1..4]->(b:N) RETURN b.g AS g, count(*) AS n ORDER BY g
MATCH (a:N {g:1})-[:R*1..4]->(b:N) RETURN a.k AS k, count(DISTINCT b) AS n ORDER BY n DESC, k LIMIT 4
MATCH (a:N)-[:R*3]->(b:N) RETURN b.g AS g, count(*) AS n ORDER BY g
MATCH (a:N)-[:R]->()-[:R]->(b:N) WITH a, count(DISTINCT b) AS n RETURN n, count(*) AS c ORDER BY n
MATCH (a:N)-[:R]->()<-[:R]-(b:N) WITH a, b, count(*) AS c WHERE c > 1 RETURN count(*) AS n
MATCH (a:N)-[r1:R]->(b:N)-[r2:R]->(c:N) WHERE r1.w + r2.w = 10 RETURN a.g AS x, c.g AS y, count(*) AS n ORDER BY n DESC, x, y LIMIT 5
MATCH (a:N)-[r1:R]->(b:N)-[r2:R]->(c:N) RETURN a.i AS x, c.i AS z, r1.w + r2.w AS w ORDER BY w DESC, x, z LIMIT 5
MATCH (a:N)-[r1:R]->(b:N)-[r2:R]->(c:N) WITH a, c, max(r1.w * r2.w) AS m WITH a, sum(m) AS s RETURN a.i AS i, s ORDER BY s DESC, i LIMIT 5
MATCH (a:N)-[r:R]->(b:N) WITH a, b, r ORDER BY r.w DESC, b.i WITH a, collect(b.i)[0] AS best RETURN sum(best) AS s
MATCH (a:N)-[r:R]->(b:N) WITH DISTINCT a.k AS x, b.k AS y RETURN x, count(y) AS n ORDER BY n DESC, x LIMIT 5
MATCH (a:N) RETURN DISTINCT a.k * 7 % 31 AS m ORDER BY m DESC LIMIT 4
MATCH (a:N) WITH a.g AS g, a ORDER BY a.i DESC WITH g, collect(a.i)[..3] AS top RETURN g, top ORDER BY g
MATCH (a:N) WITH a ORDER BY a.k, a.i WITH collect(a.i) AS ids UNWIND range(0, size(ids)-2) AS j WITH ids[j+1] - ids[j] AS gap RETURN gap, count(*) AS n ORDER BY n DESC, gap LIMIT 3
MATCH (a:N) WHERE toString(a.i) CONTAINS '77' RETURN count(*) AS n, min(a.i) AS lo
MATCH (a:N) WHERE toString(a.i) =~ '.*[13579]{3}$' RETURN count(*) AS n
MATCH (a:N) WHERE left(toString(a.i), 1) = right(toString(a.i), 1) AND size(toString(a.i)) > 2 RETURN a.g AS g, count(*) AS n ORDER BY g
MATCH (a:N), (b:N), (c:N) WHERE a.k = 1 AND b.k = 2 AND c.k = 3 AND a.i + 1 = b.i AND b.i + 1 = c.i RETURN count(*) AS n
MATCH (a:N), (b:N), (c:N) WHERE a.i = b.k AND c.i = b.g AND b.i < 3000 RETURN count(*) AS n, sum(a.i + c.i) AS s
MATCH (a:N {g:4}), (b:N), (c:N {g:6}) WHERE b.i = a.k AND b.k = c.k RETURN count(*) AS n
MATCH (a:N {k:7}), (b:N {k:7}) WHERE a.i < b.i RETURN count(*) AS n
MATCH (a:N), (b:N) WHERE a.k = b.g AND a.i % 50 = b.i % 50 AND a.i < 1000 RETURN count(*) AS n
MATCH (a:N), (b:N) WHERE a.i < 300 AND b.i < 300 AND a.k < b.k AND a.g > b.g RETURN count(*) AS n
MATCH (a:N)-[:S]->(b:N), (c:N)-[:R]->(d:N) WHERE b.i = d.i AND a.k = c.k RETURN count(*) AS n
MATCH (a:N)-[:R]->(b:N), (c:N)-[:S]->(d:N) WHERE a.k = d.k AND b.i = c.i + 1 RETURN count(*) AS n
MATCH (a:N {g:0}) MATCH (b:N {i: a.i + 1}) RETURN count(*) AS n
MATCH (a:N {k:0}) MATCH (b:N) WHERE b.i > a.i AND b.i < a.i + 5 RETURN count(*) AS n
MATCH (a:N) WHERE a.i < 100 OPTIONAL MATCH (b:N {i: a.i * 200}) RETURN count(a) AS n, count(b) AS m
MATCH (a:N) WITH a.k AS k, min(a.i) AS lo MATCH (b:N) WHERE b.i = lo + 100 RETURN count(b) AS n
MATCH (a:N) WHERE a.i % 100 = 3 WITH a MATCH (b:N) WHERE b.k = a.g RETURN count(*) AS n
MATCH (a:N {i:0}), (b:N {i:3000}) MATCH p = shortestPath((a)-[:S*]->(b)) RETURN length(p) AS len, reduce(s = 0, n IN nodes(p) | s + n.g) AS g
MATCH (a:N {i:0})-[:S*]->(b:N {i:4000}) RETURN count(*) AS n
MATCH (a:N {i:0})((x)-[:S]->(y)){1,800}(b:N) RETURN sum(size(x)) AS n, max(b.i) AS hi
MATCH (a:N {k:0})-[:S*50..60]->(b:N) WHERE b.g = 3 RETURN a.i AS i, b.i AS j ORDER BY i DESC, j LIMIT 4
MATCH (a:N {i:0})-[rs:R*1..9]->(b:N) WHERE all(j IN range(0, size(rs)-2) WHERE rs[j].w <= rs[j+1].w) RETURN size(rs) AS len, count(*) AS n ORDER BY len
MATCH (a:N {g:0})-[rs:R*1..5]->(b:N) WHERE all(r IN rs WHERE r.w = 4) RETURN size(rs) AS len, count(*) AS n ORDER BY len
MATCH p = (a:N {i:4})-[rs:R*1..10]->(b:N) WHERE none(n IN nodes(p) WHERE n.g = 9) AND all(r IN rs WHERE r.w > 0) WITH b, min(length(p)) AS d RETURN d, count(*) AS n ORDER BY d
MATCH p = (a:N {i:4})-[rs:R*1..10]->(b:N {k:40}) WITH p, reduce(c = 0, r IN relationships(p) | c + r.w) AS cost ORDER BY cost, length(p) LIMIT 1 RETURN cost, length(p) AS len
MATCH p = SHORTEST 1 (a:N {i:8})(()-[r:R WHERE r.w = 0]->())+(b:N {i:9}) RETURN count(p) AS n
MATCH p = SHORTEST 1 (a:N {k:11})-[:R]->{1,4}(b:N {k:12}) RETURN length(p) AS len, count(*) AS n ORDER BY len
MATCH p = ANY SHORTEST (a:N {i:55})-[:R]->+(b:N {k:56}) RETURN length(p) AS len, count(*) AS n ORDER BY len
MATCH p = SHORTEST 3 GROUPS (a:N {i:55})-[:R]->{1,7}(b:N {k:56}) RETURN length(p) AS len, count(*) AS n ORDER BY len
MATCH (a:N {i:1}) OPTIONAL MATCH p = SHORTEST 1 (a)-[:R]->{1,3}(b:N {g:8}) RETURN count(p) AS n, min(b.i) AS lo
MATCH (a:N) WHERE a.i < 40 RETURN sum(COUNT { MATCH p = ANY SHORTEST (a)-[:R]->{1,3}(b:N) RETURN p }) AS n
MATCH (a:N) WHERE a.i < 60 AND NOT EXISTS { MATCH SHORTEST 1 (a)-[:R]->{1,4}(b:N {k:3}) } RETURN count(a) AS n
8x8 MATCH (a:Cell) WHERE NOT EXISTS { (a)-->(b) WHERE NOT EXISTS { (b)-->(c {state:'X'}) } } RETURN a.row AS r, a.column AS c ORDER BY r, c
8x8 MATCH (a:Cell {state:'X'}) WHERE EXISTS { (a)--(b {state:'O'}) WHERE COUNT { (b)--({state:'O'}) } >= 2 AND NOT EXISTS { (b)--(c) WHERE c.state IS NULL AND c.row = 0 } } RETURN count(a) AS n
8x8 MATCH (a:Cell) WHERE COUNT { (a)--({state:'X'}) } > COUNT { (a)--({state:'O'}) } RETURN a.state AS s, count(*) AS n ORDER BY s
8x8 MATCH (a:Cell) RETURN a.row AS r, sum(size([(a)--(b) | [(b)--(c) WHERE c <> a | c.row]])) AS n ORDER BY r
8x8 MATCH (a:Cell) WITH a, reduce(s = 0, l IN [(a)--(b) | [(b)--(c) WHERE c.state = 'X' | 1]] | s + size(l)) AS heat RETURN a.row AS r, a.column AS c, heat ORDER BY heat DESC, r, c LIMIT 5
8x8 MATCH (a:Cell)-[r]->(b) RETURN DISTINCT type(r) AS t, labels(a) AS l, keys(r) AS k, endNode(r) = b AS e
8x8 MATCH (a:Cell {row:2, column:2}) RETURN a {.row, .column, free: a.state IS NULL, near: COUNT { (a)--() }} AS m
8x8 MATCH (a:Cell) WITH a.row AS row, collect(a {.column, .state}) AS cells RETURN row, size([x IN cells WHERE x.state = 'X']) AS xs, any(x IN cells WHERE x.column = 7) AS full ORDER BY row
8x8 MATCH (a:Cell), (b:Cell) WHERE a.row = b.column AND a.column = 7 - b.row AND coalesce(a.state,'.') <> coalesce(b.state,'.') RETURN count(*) AS asymmetries
8x8 MATCH (a)-[r1]->(b)-[r2]->(c)-[r3]->(d) WHERE r1.direction = r2.direction AND r2.direction = r3.direction AND a.state = b.state AND b.state = c.state AND c.state = d.state RETURN a.state AS who, count(*) AS fours ORDER BY who
16x16 MATCH p = (a:Cell)-[rs:NEIGHBOR_OF*3]->(b:Cell) WHERE all(r IN rs WHERE r.direction = rs[0].direction) AND all(n IN nodes(p) WHERE n.state = a.state) RETURN a.state AS who, count(*) AS fours ORDER BY who
16x16 MATCH p = (a:Cell {state:'X'})-[:NEIGHBOR_OF*0..12]-(b:Cell) WHERE all(n IN nodes(p) WHERE n.state = 'X') WITH a, min(b.row * 16 + b.column) AS root RETURN root, count(*) AS size ORDER BY size DESC, root LIMIT 3
16x16 MATCH (a:Cell {state:'O'}) WHERE NOT EXISTS { (a)--(b) WHERE b.state IS NULL } RETURN count(a) AS inner
16x16 MATCH (e:Cell) WHERE e.state IS NULL MATCH (e)-[r1]-(o {state:'O'})-[r2]-(x {state:'X'}) WHERE r1.direction = r2.direction AND (startNode(r1) = e) = (startNode(r2) = o) RETURN count(DISTINCT e) AS moves, count(*) AS lines
16x16 UNWIND [1,2,3,4] AS d MATCH (e:Cell WHERE e.state IS NULL)((u)-[:NEIGHBOR_OF {direction:d}]->(v WHERE v.state = 'O')){1,14}(l)-[:NEIGHBOR_OF {direction:d}]->(x:Cell {state:'X'}) RETURN d, count(*) AS n, max(size(u)) AS longest ORDER BY d
16x16 MATCH (c:Cell) WITH c.row AS r, collect(c) AS cs UNWIND cs AS c WITH r, c ORDER BY r, c.column WITH r, collect(coalesce(c.state,'.')) AS l WITH r, reduce(s='', x IN l | s + x) AS t RETURN r, size(split(t, 'XO')) - 1 AS xo, size(split(t, 'OX')) - 1 AS ox ORDER BY r
16x16 MATCH (a:Cell) OPTIONAL MATCH (a)-[:NEIGHBOR_OF {direction:2}]->(s) WITH a, s WHERE s IS NULL OR a.state = s.state RETURN count(*) AS n, count(s) AS m
16x16 MATCH (a:Cell)-[r]-(b:Cell) WHERE a.state = 'X' AND b.state IS NULL WITH b, collect(DISTINCT r.direction) AS ds, count(*) AS n WHERE size(ds) = 4 RETURN n, count(b) AS cells ORDER BY n
16x16 MATCH (a:Cell) WITH count(a) AS total MATCH (b:Cell) WITH total, b.state AS s, count(b) AS n RETURN s, n * 100 / total AS percent ORDER BY s
16x16 MATCH (a:Cell) WITH avg(a.row) AS m, collect(a) AS cs RETURN size([c IN cs WHERE c.row > m]) AS above, size([c IN cs WHERE c.row < m]) AS under
16x16 MATCH (a:Cell {row:2, column:2})-[:NEIGHBOR_OF*1..5]->(b:Cell) WITH b, count(*) AS ways RETURN b.row AS r, b.column AS c, ways ORDER BY ways DESC, r, c LIMIT 5
16x16 MATCH p = (a:Cell)-[:NEIGHBOR_OF*3]-(b:Cell) RETURN length(p) AS len, count(*) AS n
16x16 MATCH p = (a:Cell)-[:NEIGHBOR_OF*1..4]->(b:Cell) WITH a, b, min(length(p)) AS d RETURN d, count(*) AS n ORDER BY d
16x16 MATCH (a:Cell)-[rs:NEIGHBOR_OF*1..4]->(b:Cell) WHERE b.row - a.row = size(rs) RETURN size(rs) AS len, count(*) AS n ORDER BY len
6x6 MATCH p = (a:Cell)-[:NEIGHBOR_OF*5]-(b:Cell) WHERE a.row = 0 AND a.column = 0 RETURN count(p) AS n, count(DISTINCT nodes(p)[2]) AS mids
6x6 MATCH p = (a:Cell)-[:NEIGHBOR_OF*3]-(b:Cell) UNWIND nodes(p) AS n RETURN n.row AS r, n.column AS c, count(*) AS visits ORDER BY visits DESC, r, c LIMIT 4
6x6 MATCH p = (a:Cell)-[:NEIGHBOR_OF*3]-(b:Cell) WITH DISTINCT nodes(p) AS ns RETURN count(*) AS n
6x6 MATCH p = (a:Cell)-[:NEIGHBOR_OF*1..3]-(b:Cell) WHERE a.row + a.column < b.row + b.column RETURN a.row AS r, max(length(p)) AS len, count(*) AS n, avg(b.row) > 2 AS low ORDER BY r
8x8 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row + b.row = c.row AND a.column + b.column = c.column RETURN count(*) AS sums
8x8 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row = b.row AND b.column = c.column RETURN a.row AS r, count(*) AS n ORDER BY r
8x8 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a <> b AND b <> c AND a <> c AND a.state = 'X' AND b.state = 'X' AND c.state = 'O' RETURN count(*) AS n
8x8 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row * 8 + a.column < b.row * 8 + b.column AND b.row * 8 + b.column < c.row * 8 + c.column RETURN count(*) AS n
8x8 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row < b.row AND (a.row - b.row)^2 + (a.column - b.column)^2 = (b.row - c.row)^2 + (b.column - c.column)^2 RETURN count(*) AS isosceles
8x8 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row IN [0,1] AND b.row IN [2,3] AND c.row IN [4,5] AND 2 * b.column = a.column + c.column RETURN count(*) AS n
8x8 MATCH (a:Cell)--(b:Cell), (c:Cell)--(d:Cell) WHERE a.row = c.row AND b.row = d.row AND a.column + c.column = 7 AND b.column + d.column = 7 RETURN count(*) AS mirror
8x8 MATCH (a:Cell)-[r1]-(b:Cell), (c:Cell)-[r2]-(d:Cell) WHERE r1.direction = r2.direction AND a.row = 0 AND c.row = 7 RETURN r1.direction AS d, count(*) AS n ORDER BY d
8x8 MATCH (a:Cell)-[r1]-(b:Cell), (c:Cell)-[r2]-(d:Cell) WHERE r1.direction < r2.direction RETURN count(*) AS n
8x8 MATCH (a:Cell)-[r1]->(b:Cell), (c:Cell)-[r2]->(d:Cell) WHERE a.row + d.row = b.row + c.row AND a.column + d.column = b.column + c.column RETURN count(*) AS parallelograms
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*1..3]-(b:Cell) WHERE a <> b WITH a, b, min(length(p)) AS d RETURN d, count(*) AS n ORDER BY d
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*1..5]->(b:Cell) WITH a, b, min(length(p)) AS d, max(length(p)) AS e RETURN d, e, count(*) AS n ORDER BY d, e
8x8 MATCH p = (a:Cell {row:0})-[:NEIGHBOR_OF*1..7]->(b:Cell {row:7}) RETURN a.column AS c, min(length(p)) AS lo, max(length(p)) AS hi, count(p) AS n ORDER BY c
8x8 MATCH p = (a:Cell {row:0})-[:NEIGHBOR_OF*1..4]-(b:Cell) RETURN b.row AS r, length(p) AS len, count(*) AS n ORDER BY r, len
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*4]-(b:Cell) WHERE a.row = 0 AND b.row = 0 RETURN count(p) AS n, sum(b.column - a.column) AS drift
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*3]-(b:Cell) RETURN a.state AS s, b.state AS t, count(*) AS n ORDER BY s, t
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*4]->(b:Cell) WITH [n IN nodes(p) | n.row * 8 + n.column] AS ids RETURN sum(ids[2]) AS mid, max(ids[4]) AS last, count(*) AS n
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*3]-(a) RETURN count(p) / 6 AS triangles, count(DISTINCT a) AS cells
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*4]-(a) WHERE single(n IN nodes(p) WHERE n.state = 'X') RETURN count(p) AS n
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*3]-(b:Cell) WHERE NOT a IN nodes(p)[1..] AND NOT b IN nodes(p)[..-1] RETURN count(p) AS n
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*4]->(b:Cell) RETURN count(CASE WHEN any(n IN nodes(p) WHERE n.state = 'O') THEN 1 END) AS touching, count(*) AS n
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF]-{3}(b:Cell) WITH a, b, count(*) AS walks RETURN max(walks) AS hi, min(walks) AS lo, count(*) AS pairs
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF]-(b)-[:NEIGHBOR_OF]-(c)-[:NEIGHBOR_OF]-(d) WHERE a <> c AND a <> d AND b <> d RETURN count(*) AS n
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF]-(b)-[:NEIGHBOR_OF]-(c)-[:NEIGHBOR_OF]-(d) WHERE a.row + d.row = b.row + c.row RETURN count(*) AS n
8x8 MATCH (a:Cell)-[:NEIGHBOR_OF]-(b)-[:NEIGHBOR_OF]-(c)-[:NEIGHBOR_OF]-(d) RETURN a.row - d.row AS dr, a.column - d.column AS dc, count(*) AS n ORDER BY n DESC, dr, dc LIMIT 5
8x8 MATCH (a:Cell)-[r1]-(b)-[r2]-(c)-[r3]-(d) WITH r1.direction + r2.direction + r3.direction AS s, count(*) AS n RETURN s, n ORDER BY s
8x8 MATCH (a:Cell)-[r1]-(b)-[r2]-(c)-[r3]-(d)-[r4]-(e) WHERE r1.direction = r4.direction AND r2.direction = r3.direction AND a.row = 0 RETURN count(*) AS n
8x8 MATCH (c:Cell) WITH c ORDER BY c.row, c.column WITH collect(c) AS cells RETURN size(reduce(seen = [], x IN cells | CASE WHEN any(y IN seen WHERE y.row = x.column AND y.column = x.row) THEN seen ELSE seen + x END)) AS classes
8x8 MATCH (c:Cell) WITH c ORDER BY c.row, c.column WITH collect(coalesce(c.state, '.')) AS b RETURN reduce(s = '', i IN range(0, 63) | s + b[i] + CASE WHEN i % 8 = 7 THEN '|' ELSE '' END) AS board
8x8 MATCH (c:Cell) WITH c ORDER BY c.row, c.column WITH collect(coalesce(c.state, '.')) AS b UNWIND range(0, 63) AS i UNWIND [-9,-8,-7,-1,1,7,8,9] AS d WITH b, i, d WHERE b[i] = '.' AND 0 <= i + 2 * d < 64 AND abs((i + d) % 8 - i % 8) <= 1 AND b[i + d] <> '.' RETURN count(DISTINCT i) AS frontier, count(*) AS n
8x8 WITH [[1,2],[2,1],[2,-1],[1,-2],[-1,-2],[-2,-1],[-2,1],[-1,2]] AS ds UNWIND ds AS d1 UNWIND ds AS d2 UNWIND ds AS d3 WITH [d1[0]+d2[0]+d3[0], d1[1]+d2[1]+d3[1]] AS e RETURN count(DISTINCT e) AS cells, count(*) AS n
8x8 WITH [[1,2],[2,1],[2,-1],[1,-2],[-1,-2],[-2,-1],[-2,1],[-1,2]] AS ds UNWIND ds AS a UNWIND ds AS b UNWIND ds AS c UNWIND ds AS d WITH a[0]+b[0]+c[0]+d[0] AS x, a[1]+b[1]+c[1]+d[1] AS y WHERE x = 0 AND y = 0 RETURN count(*) AS returns
8x8 UNWIND range(0, 4095) AS m WITH [i IN range(0, 11) | (m / toInteger(2^i)) % 2] AS bits WHERE reduce(s = 0, b IN bits | s + b) = 6 RETURN count(*) AS n
8x8 UNWIND range(1, 3000) AS n WITH n, toString(n) AS s WITH n, [i IN range(0, size(s)-1) | toInteger(substring(s, i, 1))] AS ds WHERE reduce(t = 0, d IN ds | t + d * d * d) = n RETURN collect(n) AS narcissistic
8x8 UNWIND range(1, 20000) AS x WITH x ORDER BY toString(x) RETURN collect(x)[..5] AS firsts, collect(x)[-1] AS last
8x8 UNWIND range(1, 20000) AS x RETURN substring(toString(x * 7919), 1, 2) AS s, count(*) AS n ORDER BY n DESC, s LIMIT 3
8x8 UNWIND range(1, 10000) AS x RETURN toUpper('ab' + toString(x % 50)) AS s, max(x) AS hi ORDER BY s LIMIT 3
MATCH (a:N {k:3}), (b:N), (c:N {k:4}) WHERE a.i + 1 = b.i AND c.i = b.i RETURN count(*) AS n
MATCH (a:N {k:3}), (b:N {g:3}), (c:N {k:5}) WHERE a.i = b.i AND c.k = b.k + 2 RETURN count(*) AS n
MATCH (a:N), (b:N), (c:N) WHERE a.i = b.i AND b.i = c.i RETURN count(*) AS n
MATCH (a:N), (b:N), (c:N) WHERE a.i < 50 AND a.k = b.k AND b.g = c.i RETURN count(*) AS n
MATCH (a:N) WHERE a.i < 200 MATCH (b:N) WHERE b.k = a.k MATCH (c:N) WHERE c.i = b.g RETURN count(*) AS n, sum(c.i) AS s
MATCH (a:N)-[:R]->(b:N {g:1}), (c:N {g:2})-[:R]->(d:N) WHERE a.k = c.k AND b.i = d.i RETURN count(*) AS n
MATCH (a:N)-[:R]->(b:N), (c:N)-[:R]->(d:N) WHERE a.i = d.i AND b.i = c.i AND a.i < b.i RETURN count(*) AS mutual
MATCH (a:N) WHERE a.k = 5 WITH collect(a.i) AS xs MATCH (b:N)-[:R]->(c:N) WHERE c.i IN xs AND NOT b.i IN xs RETURN count(*) AS n
MATCH (a:N {i:7})-[:R*1..6]->(b:N) WITH collect(DISTINCT b) AS near MATCH (c:N) WHERE c.k = 1 AND NOT c IN near RETURN count(c) AS n
MATCH (a:N {i:7})-[:R]->{1,6}(b:N) WITH collect(DISTINCT b) AS l1 MATCH (a:N {i:8})-[:R]->{1,6}(b:N) WHERE b IN l1 RETURN count(DISTINCT b) AS shared
MATCH (a:N {i:7})-[:R*1..5]->(b:N) WITH DISTINCT b MATCH (c:N {i:8})-[:R*1..5]->(b) RETURN count(*) AS n
MATCH (a:N)-[r:R]->(b:N) WITH a.k AS k, collect(r.w) AS ws RETURN k, size([w IN ws WHERE w = 6]) AS six, size(ws) AS n ORDER BY six DESC, k LIMIT 5
MATCH (a:N) WITH a.g AS g, collect(a) AS as1 RETURN g, reduce(s = 0, x IN as1 | s + x.k) AS t, size([x IN as1 WHERE x.i % 7 = 0]) AS sevens ORDER BY g
MATCH (a:N)-[:R]->(b:N) WITH a, collect(b.g) AS gs WHERE size(gs) = 2 AND gs[0] = gs[1] RETURN gs[0] AS g, count(*) AS n ORDER BY g
MATCH (a:N)-[:R]->(b:N) RETURN a.g + '-' + b.g AS pair, count(*) AS n ORDER BY n DESC, pair LIMIT 5
MATCH (a:N)-[r:R]->(b:N) RETURN CASE WHEN a.i < b.i THEN 'up' ELSE 'down' END AS way, avg(r.w) > 2 AS heavy, count(*) AS n ORDER BY way
MATCH (a:N)-[:R|S]->(b:N) WHERE (a.i + b.i) % 1000 = 0 RETURN count(*) AS n, count(DISTINCT a.k) AS ks
MATCH (a:N)-[:R|S]-(b:N) WITH a, count(DISTINCT b) AS d ORDER BY d DESC, a.i LIMIT 10 RETURN collect([a.i, d]) AS top
8x8 MATCH (a:Cell)-[rs:NEIGHBOR_OF*1..4]-(b:Cell) RETURN size(rs) AS len, count(*) AS n ORDER BY len
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*1..4]-(b:Cell) WHERE a <> b WITH a, b, min(length(p)) AS d RETURN d, count(*) AS n ORDER BY d
8x8 MATCH p = (a:Cell {row:0, column:0})-[:NEIGHBOR_OF*1..6]-(b:Cell) WITH b, min(length(p)) AS d RETURN d, count(*) AS n ORDER BY d
8x8 MATCH p = (a:Cell)-[:NEIGHBOR_OF*1..3]-(b:Cell) WHERE a.row = 0 WITH a, b, length(p) AS d ORDER BY d WITH a, b, collect(d)[0] AS d RETURN d, count(*) AS n ORDER BY d
8x8 RETURN size(reduce(l = [], x IN range(1,2000) | l + [x])) AS n
8x8 RETURN size(reduce(l = [], x IN range(1,3000) | CASE WHEN x % 2 = 0 THEN l + x ELSE l END)) AS n
8x8 UNWIND range(1,40000) AS x RETURN sum(toInteger(sqrt(x))) AS s
8x8 UNWIND range(1,40000) AS x RETURN sum(size(toString(x))) AS s
8x8 UNWIND range(1,5000) AS x RETURN sum(size(split(toString(x), ''))) AS s
8x8 UNWIND range(1,40000) AS x RETURN sum(size(reverse('ab' + x))) AS s
8x8 UNWIND range(1,20000) AS x RETURN sum(toInteger(2^(x % 12))) AS s
8x8 UNWIND range(1,20000) AS x WITH x, [i IN range(0,5) | x + i] AS l RETURN sum(l[3]) AS s
MATCH (b:N), (c:N {g:6}) WHERE b.k = c.k AND b.i < 100 RETURN count(*) AS n
MATCH (a:N {g:4}), (b:N), (c:N {g:4}) WHERE b.i = a.k AND b.k = c.k RETURN count(*) AS n
MATCH (a:N), (b:N), (c:N) WHERE a.i = b.k AND b.i = c.k AND a.g = 1 RETURN count(*) AS n
MATCH (a:N), (b:N), (c:N) WHERE a.i = b.k AND b.i = c.k AND a.g = 1 AND c.g = 2 RETURN b.g AS g, count(*) AS n ORDER BY g
MATCH (a:N), (b:N), (c:N) WHERE a.g = 3 AND a.i < 100 AND a.k = b.k AND b.i = c.k RETURN count(*) AS n
8x8 MATCH (a:Cell), (b:Cell), (c:Cell), (d:Cell) WHERE a.row = b.column AND b.row = c.column AND c.row = d.column AND a.column = 0 AND d.row = 7 RETURN count(*) AS n
16x16 MATCH (a:Cell), (b:Cell), (c:Cell) WHERE a.row = b.column AND b.row = c.column AND a.state = 'X' AND c.state = 'O' RETURN count(*) AS n
MATCH (c:Cell) WHERE c.row = 0 OR EXISTS { (c)--(:Cell {state: 'X'})--(:Cell {state: 'O'}) } RETURN count(c) AS n
MATCH (c:Cell) WHERE EXISTS { MATCH (c)-[*1..3]-(d:Cell {state: 'O'}) WHERE d.row > c.row } OR c.state = 'X' RETURN count(c) AS n
MATCH (c:Cell) WHERE NOT (EXISTS { (c)--{2,3}(:Cell {state: 'O'}) } AND c.column < 4) RETURN count(c) AS n
MATCH (c:Cell) RETURN c.row AS r, c.column AS k, COUNT { (c)--(:Cell)--(:Cell)--(:Cell) } AS n ORDER BY r DESC, k LIMIT 4
MATCH (c:Cell) RETURN c.row * 8 + c.column AS at, COLLECT { MATCH (c)--(d) RETURN d.row * 8 + d.column AS x ORDER BY x } AS around ORDER BY at SKIP 60
MATCH (c:Cell) WITH c, size([(c)-[*1..3]-(d) | d.row]) AS reach ORDER BY c.column, c.row LIMIT 5 RETURN c.row AS r, reach
MATCH (c:Cell) WITH c, COUNT { (c)--{1,3}(:Cell {state: 'X'}) } AS near ORDER BY c.row + c.column DESC, c.row LIMIT 3 RETURN c.row AS r, c.column AS k, near
MATCH (c:Cell {state: 'X'}) WITH c, [(c)-[r]-(d:Cell {state: 'O'}) | r.direction] AS ways WHERE size(ways) > 0 RETURN c.row AS r, c.column AS k, size(ways) AS n ORDER BY r, k
MATCH (c:Cell) WHERE c.state IS NULL RETURN c.row AS r, c.column AS k, reduce(s = 0, x IN [(c)--(d) WHERE d.state IS NOT NULL | CASE d.state WHEN 'X' THEN 1 ELSE -1 END] | s + x) AS balance ORDER BY balance DESC, r, k LIMIT 5
MATCH (c:Cell) WHERE c.state IS NULL WITH c, COUNT { (c)--(:Cell {state: 'O'}) } AS o, COUNT { (c)--(:Cell {state: 'X'}) } AS x WHERE o + x > 0 RETURN c.row AS r, c.column AS k, o - x AS d ORDER BY d DESC, r, k LIMIT 3
MATCH (c:Cell) WITH c.state AS s, collect(c) AS cells RETURN s, size([x IN cells WHERE EXISTS { (x)--(y) WHERE y.state = s }]) AS n ORDER BY s
MATCH (c:Cell) WITH c ORDER BY c.row, c.column WITH collect(coalesce(c.state, '-')) AS all RETURN reduce(t = '', s IN all | t + s) AS board
MATCH (c:Cell) WITH c.row AS r, c ORDER BY r, c.column WITH r, reduce(t = '', s IN collect(coalesce(c.state, '.')) | t + s) AS line RETURN r, line ORDER BY r
MATCH (c:Cell) WITH c.row AS r, collect(c.state) AS row WHERE size(row) > 0 RETURN r, size([s IN row WHERE s = 'X']) AS x, size([s IN row WHERE s = 'O']) AS o ORDER BY r
MATCH (c:Cell) WHERE c.row IN [0, 7] AND c.column IN [0, 7] RETURN c.row AS r, c.column AS k, c.state AS s, COUNT { (c)--() } AS d ORDER BY r, k
MATCH (a:Cell)-[r:NEIGHBOR_OF]-(b:Cell)-[s:NEIGHBOR_OF]-(c:Cell) WHERE a.state IS NULL AND b.state = 'O' AND c.state = 'X' AND r.direction = s.direction AND a.row - b.row = b.row - c.row AND a.column - b.column = b.column - c.column RETURN DISTINCT a.row AS r, a.column AS k ORDER BY r, k
MATCH (a:Cell)-[r:NEIGHBOR_OF {direction: 4}]->(b:Cell)-[s:NEIGHBOR_OF {direction: 4}]->(c:Cell) WHERE a.state = c.state AND b.state <> a.state RETURN count(*) AS n
MATCH (a:Cell) WHERE a.state IS NULL MATCH (a)-[r]-(b:Cell {state: 'O'}) WITH a, r.direction AS d, count(b) AS n RETURN d, sum(n) AS n, count(a) AS m ORDER BY d
UNWIND [1, 2, 3, 4] AS d MATCH p = (a:Cell)-[:NEIGHBOR_OF*2..7 {direction: d}]->(b:Cell) WHERE a.state = 'X' AND b.state = 'X' AND all(n IN nodes(p)[1..-1] WHERE n.state = 'O') RETURN d, count(p) AS n ORDER BY d
UNWIND [1, 2, 3, 4] AS d MATCH p = (a:Cell)-[:NEIGHBOR_OF*3 {direction: d}]->(b:Cell) RETURN d, count(p) AS n, min(a.row) AS r ORDER BY d
UNWIND range(0, 7) AS r MATCH (c:Cell {row: r}) WHERE c.state IS NOT NULL RETURN r, count(c) AS n, collect(c.column) AS ks
UNWIND range(0, 7) AS r OPTIONAL MATCH (c:Cell {row: r, state: 'X'}) RETURN r, count(c) AS n ORDER BY r
UNWIND range(0, 7) AS r UNWIND range(0, 7) AS k MATCH (c:Cell {row: r, column: k}) WITH c WHERE c.state IS NULL RETURN count(c) AS n
UNWIND range(0, 7) AS r CALL (r) { MATCH (c:Cell {row: r})--(d:Cell) WHERE d.row > r RETURN count(d) AS n } RETURN r, n ORDER BY r
UNWIND range(0, 7) AS r CALL (r) { MATCH (c:Cell {row: r}) RETURN c ORDER BY c.column DESC LIMIT 1 } RETURN r, c.column AS k, COUNT { (c)--() } AS n ORDER BY r
MATCH (c:Cell) CALL (c) { MATCH (c)--(d) WHERE d.state IS NOT NULL RETURN count(d) AS n UNION ALL MATCH (c)--(d) WHERE d.state IS NULL RETURN count(d) AS n } RETURN sum(n) AS n
MATCH (c:Cell) CALL (c) { MATCH (c)-[r]-(d) RETURN d ORDER BY r.direction, d.row, d.column LIMIT 2 } RETURN sum(d.row) AS a, sum(d.column) AS b
MATCH (c:Cell) OPTIONAL CALL (c) { MATCH (c)--(d:Cell {state: 'X'}) RETURN d ORDER BY d.row LIMIT 1 } RETURN count(c) AS a, count(d) AS b
MATCH (c:Cell) CALL (c) { OPTIONAL MATCH (c)--(d:Cell {state: c.state}) RETURN count(d) AS n } WITH c.state AS s, avg(n) AS a RETURN s, a ORDER BY s
MATCH (a:Cell {row: 0, column: 0}), (b:Cell {row: 7, column: 7}) RETURN length(shortestPath((a)-[*]-(b))) AS n
MATCH (a:Cell {row: 0, column: 0}) MATCH (b:Cell {state: 'X'}) WHERE a <> b RETURN b.row AS r, b.column AS k, length(shortestPath((a)-[*]-(b))) AS n ORDER BY n, r, k
MATCH (a:Cell {row: 0, column: 0}) MATCH (b:Cell) WHERE a <> b RETURN b.row AS r, b.column AS k, length(shortestPath((a)-[*]-(b))) AS n ORDER BY r DESC, k DESC LIMIT 3
MATCH p = shortestPath((a:Cell {row: 3, column: 0})-[r]->(b:Cell {row: 3, column: 1})) RETURN size(r) AS n
MATCH (a:Cell {state: 'X'}), (b:Cell {state: 'O'}) RETURN min(length(shortestPath((a)-[*]-(b)))) AS near
MATCH p = allShortestPaths((a:Cell {row: 0, column: 0})-[:NEIGHBOR_OF*]->(b:Cell {row: 5, column: 3})) RETURN count(p) AS n, length(p) AS l
MATCH p = ANY SHORTEST (a:Cell {row: 0, column: 3})-[:NEIGHBOR_OF]->+(b:Cell {row: 7}) RETURN b.column AS k, length(p) AS n ORDER BY k
MATCH p = SHORTEST 2 GROUPS (a:Cell {row: 1, column: 1})-[:NEIGHBOR_OF]-+(b:Cell {row: 3, column: 3}) RETURN length(p) AS l, count(*) AS n ORDER BY l
MATCH (a:Cell {row: 0, column: 0})-[*1..7]->(b:Cell {row: 3, column: 3}) RETURN count(*) AS n
MATCH (a:Cell {row: 0, column: 0}) ((x)-[r]->(y) WHERE y.column > x.column){7} (b:Cell) RETURN b.row AS r, count(*) AS n ORDER BY r
MATCH (a:Cell {row: 4, column: 4}) ((x)--(y) WHERE abs(x.row - 4) + abs(x.column - 4) < abs(y.row - 4) + abs(y.column - 4)){1,4} (b:Cell) RETURN b.row AS r, b.column AS k, count(*) AS n ORDER BY n DESC, r, k LIMIT 4
MATCH (a:Cell)--(b:Cell)--(c:Cell)--(a) WHERE a.state = 'X' AND b.state = 'O' RETURN count(*) AS n
MATCH (a:Cell)--(b:Cell)--(c:Cell)--(d:Cell)--(a) WHERE a.row = 3 AND a.column = 3 AND b.row < d.row RETURN count(*) AS n
MATCH (a:Cell)-[r]->(b:Cell) WITH a, collect(r.direction) AS ds WHERE 4 IN ds AND NOT 2 IN ds RETURN a.row AS r, count(*) AS n
MATCH (a:Cell)-[r]->(b:Cell) RETURN r.direction AS d, a.state = b.state AS same, count(*) AS n ORDER BY d, same
MATCH (a:Cell)-[r]->(b:Cell) WITH r.direction AS d, CASE WHEN a.state = b.state THEN 'same' WHEN a.state IS NULL OR b.state IS NULL THEN 'open' ELSE 'other' END AS kind, count(*) AS n RETURN d, collect(kind + ':' + toString(n)) AS l ORDER BY d
MATCH (a:Cell)-[r]-(b:Cell) WITH a, count(r) AS degree RETURN degree, count(a) AS n ORDER BY degree
MATCH (a:Cell)-[r]-(b:Cell) WITH a, count(r) AS degree ORDER BY degree, a.row, a.column LIMIT 4 RETURN a.row AS r, a.column AS k, degree
MATCH (a:Cell)-[r]-(b:Cell) WITH a, count(r) AS degree, count(DISTINCT b.state) AS states WHERE states = 2 RETURN degree, count(*) AS n ORDER BY degree
MATCH (a:Cell), (b:Cell) WHERE a.row = b.row AND a.column < b.column AND a.state = b.state RETURN a.row AS r, count(*) AS n ORDER BY r
MATCH (a:Cell), (b:Cell) WHERE abs(a.row - b.row) = abs(a.column - b.column) AND a.row < b.row AND a.state = 'X' AND b.state = 'O' RETURN count(*) AS n
MATCH (a:Cell), (b:Cell) WHERE a.row + a.column = b.row + b.column AND a.row < b.row RETURN a.row + a.column AS d, count(*) AS n ORDER BY d
MATCH (a:Cell), (b:Cell) WHERE NOT (a)--(b) AND a <> b AND a.state = b.state RETURN count(*) AS n
MATCH (a:Cell {state: 'X'}), (b:Cell {state: 'O'}) WHERE NOT EXISTS { (a)--(b) } RETURN count(*) AS n
MATCH (a:Cell {state: 'X'}), (b:Cell {state: 'O'}) WITH a, b, (a.row - b.row) ^ 2 + (a.column - b.column) ^ 2 AS d ORDER BY d, a.row, a.column, b.row, b.column LIMIT 1 RETURN d, a.row AS r, b.row AS s
MATCH (a:Cell) WHERE a.state IS NOT NULL WITH avg(a.row) AS r, avg(a.column) AS k MATCH (b:Cell) WITH b, (b.row - r) ^ 2 + (b.column - k) ^ 2 AS d RETURN b.row AS r, b.column AS k ORDER BY d DESC, r, k LIMIT 4
MATCH (a:Cell) WITH a ORDER BY a.row * 31 % 7, a.column * 17 % 5, a.row, a.column LIMIT 6 RETURN a.row AS r, a.column AS k, EXISTS { (a)-[*1..2]-(:Cell {state: 'X'}) } AS near
MATCH (a:Cell) RETURN DISTINCT a.state AS s, COUNT { MATCH (b:Cell) WHERE b.state = a.state } AS n ORDER BY s
MATCH (a:Cell) WITH DISTINCT a.row % 2 AS parity, a.column % 2 AS other RETURN parity, other ORDER BY parity, other
MATCH (a:Cell) WITH a.row / 4 AS top, a.column / 4 AS left, count(a.state) AS n RETURN top, left, n ORDER BY n DESC, top, left
MATCH (a:Cell) RETURN max(a.row) AS r, min(a.column) AS k, count(DISTINCT a.state) AS s, percentileDisc(a.row, 0.5) AS m
MATCH (a:Cell) WHERE a.state = 'X' WITH collect(a) AS xs UNWIND xs AS x UNWIND xs AS y WITH x, y WHERE x.row < y.row RETURN count(*) AS n
MATCH (a:Cell) WHERE a.state = 'X' WITH collect(a) AS xs MATCH (b:Cell {state: 'O'}) WHERE any(x IN xs WHERE (x)--(b)) RETURN count(b) AS n
MATCH (a:Cell) WHERE a.state = 'X' WITH collect(a) AS xs MATCH (b:Cell)--(c:Cell) WHERE b IN xs AND NOT c IN xs RETURN count(DISTINCT c) AS n
MATCH (a:Cell) WHERE a.row = 0 WITH collect(a.column) AS ks MATCH (b:Cell) WHERE b.column IN ks AND b.row = 7 RETURN count(b) AS n
MATCH (a:Cell {state: 'X'}) OPTIONAL MATCH (a)--(b:Cell {state: 'O'}) OPTIONAL MATCH (b)--(c:Cell) WHERE c.state IS NULL RETURN a.row AS r, a.column AS k, count(DISTINCT c) AS n ORDER BY r, k
MATCH (a:Cell) WHERE a.state IS NULL OPTIONAL MATCH (a)--(b:Cell) WHERE b.state IS NOT NULL WITH a, count(b) AS n WHERE n = 0 RETURN count(a) AS lonely
MATCH (a:Cell) WHERE a.state IS NULL AND COUNT { (a)--(b) WHERE b.state = 'O' } >= 2 RETURN a.row AS r, a.column AS k ORDER BY r, k LIMIT 5
MATCH (a:Cell) WHERE a.state IS NULL AND EXISTS { (a)--(b:Cell {state: 'O'})--(c:Cell {state: 'X'}) WHERE c.row - b.row = b.row - a.row AND c.column - b.column = b.column - a.column } RETURN a.row AS r, a.column AS k ORDER BY r, k
MATCH (a:Cell) WHERE a.state IS NULL WITH a, [d IN [1, 2, 3, 4] WHERE EXISTS { (a)-[:NEIGHBOR_OF {direction: d}]-(:Cell {state: 'O'}) }] AS ds WHERE ds <> [] RETURN a.row AS r, a.column AS k, ds ORDER BY r, k
MATCH (a:Cell) WHERE a.state IS NULL RETURN sum(CASE WHEN a.row IN [0, 7] AND a.column IN [0, 7] THEN 100 WHEN a.row IN [0, 7] OR a.column IN [0, 7] THEN 10 ELSE 1 END) AS worth
MATCH (a:Cell) WHERE a.state IS NULL WITH a, CASE WHEN a.row IN [0, 7] AND a.column IN [0, 7] THEN 100 WHEN a.row IN [1, 6] OR a.column IN [1, 6] THEN -5 ELSE 1 END AS w, COUNT { (a)--(:Cell {state: 'O'}) } AS o RETURN a.row AS r, a.column AS k ORDER BY w + o DESC, r, k LIMIT 1
CYPHER 25 LET limit = 5 MATCH (a:Cell) WHERE a.row * 8 + a.column < limit RETURN count(a) AS n
CYPHER 25 MATCH (a:Cell) LET d = COUNT { (a)--() } FILTER d < 8 RETURN d, count(*) AS n ORDER BY d
CYPHER 25 MATCH (a:Cell) LET near = COUNT { (a)--(:Cell {state: 'X'}) }, far = COUNT { (a)--{2}(:Cell {state: 'X'}) } FILTER near < far RETURN count(a) AS n
CYPHER 25 MATCH (a:Cell) ORDER BY a.row DESC, a.column DESC LIMIT 3 RETURN a.row AS r, a.column AS k, COUNT { (a)--{1,3}() } AS n
CYPHER 25 WHEN EXISTS { (:Cell {state: 'X'}) } THEN MATCH (a:Cell {state: 'X'}) RETURN count(a) AS n ELSE RETURN 0 AS n
CYPHER 25 MATCH ANY (a:Cell {row: 0, column: 0})-->{1,7}(b:Cell {row: 4, column: 4}) RETURN count(*) AS n
CYPHER 25 MATCH REPEATABLE ELEMENTS (a:Cell {row: 0, column: 0})-[]-{1,5}(b:Cell {row: 2, column: 2}) RETURN count(*) AS n
16x16 MATCH (c:Cell) RETURN c.row AS r, c.column AS k, COUNT { (c)--{1,3}(:Cell {state: 'X'}) } AS n ORDER BY r, k LIMIT 3
16x16 MATCH (c:Cell) WHERE c.row = 0 OR c.column = 0 OR EXISTS { (c)--(:Cell)--(:Cell {state: 'X'}) } RETURN count(c) AS n
16x16 MATCH (c:Cell) WITH c, size([(c)-[*1..3]-(d) | d]) AS reach ORDER BY c.row, c.column SKIP 3 LIMIT 2 RETURN reach
16x16 MATCH (a:Cell {row: 0, column: 0}) MATCH (b:Cell) WHERE a <> b RETURN b.row AS r, length(shortestPath((a)-[*]-(b))) AS n ORDER BY r, b.column LIMIT 4
16x16 MATCH p = shortestPath((a:Cell {row: 0, column: 0})-[*]-(b:Cell {row: 15})) RETURN b.column AS k, length(p) AS n ORDER BY k
16x16 MATCH (a:Cell)-[r]-(b:Cell) WITH a, count(r) AS d WHERE d < 8 RETURN d, count(*) AS n ORDER BY d
16x16 MATCH (a:Cell)-->(b:Cell)-->(c:Cell) WHERE a.state = 'X' AND c.state = 'O' RETURN count(*) AS n
16x16 MATCH (a:Cell {state: 'X'})--(b:Cell)--(c:Cell {state: 'O'}) WHERE b.state IS NULL RETURN count(DISTINCT b) AS n
16x16 MATCH (a:Cell) WHERE a.row = a.column OPTIONAL MATCH (a)--(b) WHERE b.row <> b.column RETURN a.row AS r, count(b) AS n ORDER BY r
16x16 MATCH (a:Cell), (b:Cell) WHERE a.row = b.column AND a.column = b.row AND a.row < a.column AND a.state = b.state RETURN count(*) AS n
16x16 MATCH (a:Cell) WITH a.row AS r, collect(a.state) AS l RETURN r, size(l) AS n ORDER BY n DESC, r LIMIT 4
16x16 MATCH (a:Cell {row: 8}) ((x)-[:NEIGHBOR_OF {direction: 4}]->(y))* (b:Cell {column: 15}) RETURN a.column AS k, size(x) AS n ORDER BY k
16x16 UNWIND [1, 2, 3, 4] AS d MATCH p = (a:Cell)-[:NEIGHBOR_OF*2..5 {direction: d}]->(b:Cell) WHERE a.state = 'X' AND b.state = 'O' RETURN d, count(p) AS n ORDER BY d
16x16 MATCH (a:Cell) WHERE a.row > 12 RETURN a.row AS r, a.column AS k, [(a)-->(b) | b.column] AS l ORDER BY r DESC, k DESC LIMIT 5
16x16 MATCH (a:Cell) WHERE COUNT { (a)--() } = 3 RETURN a.row AS r, a.column AS k ORDER BY r, k
16x16 MATCH (a:Cell) WHERE NOT EXISTS { (a)<--() } RETURN a.row AS r, a.column AS k
4x4 MATCH p = (a:Cell {row: 0, column: 0})-[:NEIGHBOR_OF*1..6]-(b:Cell {row: 3, column: 3}) RETURN length(p) AS l, count(*) AS n ORDER BY l
4x4 MATCH (a:Cell) RETURN a.row AS r, a.column AS k, COUNT { (a)-[*1..5]-() } AS n ORDER BY r, k LIMIT 1
4x4 MATCH (a:Cell) WHERE a.row = 1 OR EXISTS { (a)-[*1..5]-(b) WHERE b.state = 'Q' } RETURN count(a) AS n
4x4 MATCH (a:Cell)--(b)--(c)--(d)--(a) WHERE a.row = 0 AND a.column = 0 RETURN count(*) AS n
6x6 MATCH (a:Cell) WITH a, COUNT { (a)-[*1..4]-(b) } AS n ORDER BY a.row, a.column LIMIT 2 RETURN n
6x6 MATCH (a:Cell {state: 'X'}), (b:Cell {state: 'O'}) MATCH p = shortestPath((a)-[*]-(b)) RETURN length(p) AS l, count(*) AS n ORDER BY l
MATCH (a:N) RETURN a.i AS i, COUNT { (a)-[:R]->()-[:R]->() } AS n ORDER BY i LIMIT 5
MATCH (a:N) RETURN a.i AS i, size([(a)-[:R]->(b)-[:S]->(c) | c.i]) AS n ORDER BY a.k, i LIMIT 5
MATCH (a:N) WITH a, COUNT { (a)-[:R*1..3]->() } AS n ORDER BY a.i DESC LIMIT 4 RETURN a.i AS i, n
MATCH (a:N) RETURN a.i AS i, toString(a.k) + '/' + toString(a.g) AS t ORDER BY i SKIP 9990
MATCH (a:N) RETURN a.i AS i, [x IN range(1, 50) WHERE x % 7 = a.k % 7] AS l ORDER BY i DESC LIMIT 2
MATCH (a:N) WHERE a.k = 3 OR EXISTS { (a)-[:R]->(b)-[:R]->(c) WHERE c.k = 3 } RETURN count(a) AS n
MATCH (a:N) WHERE EXISTS { (a)-[:R]->()-[:S]->(b) WHERE b.g = a.g } OR a.g < 8 RETURN count(a) AS n
MATCH (a:N) WHERE NOT (EXISTS { (a)-[:R*1..3]->(b) WHERE b.i = 77 } AND a.g = 1) RETURN count(a) AS n
MATCH (a:N) WHERE a.i < 5000 AND (a.k = 1 OR EXISTS { (a)<-[:R]-(b) WHERE b.k = 1 }) RETURN count(a) AS n
MATCH (a:N)-[:R]->(b:N) RETURN a.g AS g, count(DISTINCT b.k) AS n ORDER BY g LIMIT 5
MATCH (a:N)-[:R]->(b:N)-[:S]->(c:N) WHERE a.g = c.g RETURN count(*) AS n
MATCH (a:N {g: 2})-[:R]->(b:N {g: 3}) RETURN count(*) AS n, count(DISTINCT a) AS m
MATCH (a:N {k: 7})-[:R]->(b)<-[:R]-(c:N {k: 8}) RETURN count(*) AS n
MATCH (a:N {i: 10})-[:R*1..4]->(b:N) RETURN count(DISTINCT b) AS n
MATCH (a:N {i: 10})-[:R]->{1,4}(b:N) WHERE b.g = 1 RETURN count(DISTINCT b) AS n
MATCH (a:N {i: 10}), (b:N {i: 4321}) RETURN length(shortestPath((a)-[:R*]-(b))) AS n
MATCH (a:N {i: 10}), (b:N) WHERE b.i IN [100, 200, 300] MATCH p = shortestPath((a)-[:R|S*]-(b)) RETURN b.i AS i, length(p) AS n ORDER BY i
MATCH p = ANY SHORTEST (a:N {i: 10})-[:R]->*(b:N {i: 500}) RETURN length(p) AS n
MATCH p = ALL SHORTEST (a:N {i: 10})-[:R|S]-+(b:N {i: 77}) RETURN count(p) AS n, length(p) AS l
MATCH (a:N) WHERE a.i IN [5, 50, 500, 5000] OPTIONAL MATCH (a)-[:S]->(b) RETURN a.i AS i, count(b) AS n ORDER BY i
MATCH (a:N) WHERE a.i % 1000 = 0 CALL (a) { MATCH (a)-[:R]->(b)-[:R]->(c) RETURN c.i AS j ORDER BY j LIMIT 2 } RETURN a.i AS i, collect(j) AS l ORDER BY i
MATCH (a:N) WITH a.g AS g, max(a.i) AS top MATCH (b:N {i: top}) RETURN g, b.k AS k ORDER BY g LIMIT 5
MATCH (a:N) WITH a.k AS k, count(*) AS n WITH max(n) AS top, min(n) AS low RETURN top, low
MATCH (a:N) WHERE a.i > 9000 WITH a ORDER BY a.k, a.i RETURN collect(a.i)[0] AS first, collect(a.i)[-1] AS last
MATCH (a:N) WHERE a.k STARTS WITH 'x' OR a.i = 3 RETURN count(a) AS n
MATCH (a:N) WHERE a.i >= 100 AND a.i < 200 AND a.g <> 3 RETURN sum(a.k) AS s
MATCH (a:N), (b:N) WHERE a.i = b.k AND b.i < 50 RETURN count(*) AS n
MATCH (a:N), (b:N) WHERE a.i < 30 AND b.i < 30 AND a.k < b.k RETURN count(*) AS n
MATCH (a:N) WHERE NOT (a)-[:R]->() RETURN count(a) AS sinks
MATCH (a:N) WHERE COUNT { (a)<-[:R]-() } > 4 RETURN count(a) AS n
MATCH (a:N) RETURN avg(COUNT { (a)-[:S]->() }) AS mean
MATCH (a:N)-[:R]->(a) RETURN count(a) AS loops
MATCH (a:N)-[:R]->(b:N)-[:R]->(c:N)-[:R]->(a) WHERE a.i < 200 RETURN count(*) AS n
MATCH (a:N)-[:R]->(b), (a)-[:S]->(b) RETURN count(*) AS n
MATCH (a:N)-[:R]->(b), (a)-[:S]->(c) WHERE b.k = c.k RETURN count(*) AS n
MATCH (a:N)-[r]->(b) RETURN type(r) AS t, count(*) AS n ORDER BY t
MATCH (a:N {i: 1})-[r]-(b) RETURN type(r) AS t, startNode(r) = a AS out, count(*) AS n ORDER BY t, out
MATCH (a:N) WITH a SKIP 5000 LIMIT 3 RETURN COUNT { (a)-[:R*1..2]-() } AS n
UNWIND range(1, 20000) AS x RETURN x AS x, [y IN range(1, 20) WHERE x % y = 0] AS divisors ORDER BY x DESC LIMIT 2
UNWIND range(1, 20000) AS x WITH x, reduce(s = 0, y IN range(1, 20) | s + x % y) AS s ORDER BY x LIMIT 3 RETURN x, s
UNWIND range(1, 3000) AS x WITH x WHERE none(y IN range(2, toInteger(sqrt(x))) WHERE x % y = 0) RETURN count(x) AS primes
UNWIND range(1, 5000) AS x RETURN x % 10 AS d, count(*) AS n, collect(x)[0..2] AS l ORDER BY d
MATCH (a:Cell)--(b)--(c) RETURN a.row AS r, count(*) AS n ORDER BY r
MATCH (a:Cell)--(b)--(c)--(d) RETURN count(*) AS n
MATCH (a:Cell)-[*1..3]-(b) RETURN a.state AS s, count(b) AS n ORDER BY n DESC
MATCH (a:Cell)-[*1..3]->(b) RETURN b.row AS r, count(*) AS n ORDER BY r
MATCH (a:Cell)-[*2..3]-(b:Cell {state: 'X'}) RETURN count(*) AS n
MATCH p = (a:Cell {row: 0, column: 0})-[*1..6]-(b) RETURN count(p) AS n
MATCH (a:Cell) OPTIONAL MATCH (a)--(b {state: 'X'}) RETURN a.row AS r, count(b) AS n ORDER BY r
MATCH (a:Cell) OPTIONAL MATCH (a)-[r]->(b) WHERE b.state IS NULL RETURN count(r) AS n
MATCH (a:Cell)--{2,3}(b) RETURN a.column AS c, count(*) AS n ORDER BY c
MATCH (a:Cell)((x)-[r]-(y) WHERE x.row <= y.row){1,3}(b) RETURN count(*) AS n
MATCH (a:Cell)-[r1]->(b)-[r2]->(c)-[r3]->(d) WHERE r1.direction = r2.direction AND r2.direction = r3.direction RETURN count(*) AS lines
MATCH (a:Cell)-[r1]->(b)-[r2]->(c) WHERE r1.direction = r2.direction RETURN r1.direction AS d, count(*) AS n ORDER BY d
MATCH (a:Cell)--(b), (a)--(c) WHERE b.row < c.row RETURN count(*) AS n
MATCH (a:Cell)--(b)--(c)--(a) RETURN count(*) / 6 AS triangles
MATCH (a:Cell) RETURN a.row AS r, sum(COUNT { (a)--()--() }) AS n ORDER BY r
MATCH (a:Cell) WITH a, COUNT { (a)--() } AS d RETURN d, count(*) AS n ORDER BY d
MATCH (a:Cell) WHERE COUNT { (a)--({state: 'X'}) } = COUNT { (a)--({state: 'O'}) } RETURN count(*) AS n
MATCH (a:Cell) RETURN sum(size([(a)--(b)--(c) WHERE c.row > a.row | c])) AS n
MATCH (a:Cell) RETURN a.row, a.column, COLLECT { MATCH (a)-->(b) RETURN b.row * 8 + b.column AS k ORDER BY k }[0] AS k ORDER BY k LIMIT 5
MATCH (a:Cell), (b:Cell) WHERE a.row = b.row AND a.column < b.column RETURN a.row AS r, count(*) AS n ORDER BY r
MATCH (a:Cell), (b:Cell) WHERE abs(a.row - b.row) = abs(a.column - b.column) AND a <> b RETURN count(*) AS n
MATCH (a:Cell), (b:Cell) WHERE a.row + a.column = b.row + b.column RETURN a.row + a.column AS d, count(*) AS n ORDER BY d
MATCH (a:Cell) WITH a.row AS r, collect(a) AS line UNWIND range(0, size(line) - 2) AS i RETURN r, sum(line[i + 1].column - line[i].column) AS s ORDER BY r
MATCH (a:Cell) WITH a ORDER BY a.row, a.column WITH collect(coalesce(a.state, '-')) AS s RETURN reduce(t = '', x IN s | t + x) AS board
MATCH (a:Cell) WITH collect(a) AS all UNWIND all AS x UNWIND all AS y WITH x, y WHERE x.row < y.row RETURN count(*) AS n
MATCH (a:Cell {row: 3})-[:NEIGHBOR_OF*1..3]-(b:Cell {row: 5}) RETURN DISTINCT a.column AS c, b.column AS d ORDER BY c, d
MATCH (a:Cell {row: 0})-[:NEIGHBOR_OF*..7]-(b:Cell {row: 7}) RETURN a.column AS c, count(DISTINCT b) AS n ORDER BY c
MATCH p = shortestPath((a:Cell {row: 0, column: 0})-[:NEIGHBOR_OF*]-(b:Cell)) WHERE a <> b RETURN length(p) AS l, count(*) AS n ORDER BY l
MATCH p = allShortestPaths((a:Cell {row: 0, column: 0})-[:NEIGHBOR_OF*]-(b:Cell {row: 6, column: 6})) RETURN count(p) AS n
MATCH p = ALL SHORTEST (a:Cell {row: 0, column: 0})--+(b:Cell {row: 5, column: 3}) RETURN count(p) AS n
MATCH (a:Cell {row: 0, column: 0}) MATCH (b:Cell) WHERE EXISTS { (a)-[*1..3]-(b) } AND NOT EXISTS { (a)-[*1..2]-(b) } RETURN count(b) AS n
MATCH (a:Cell) WHERE NOT EXISTS { (a)--({state: 'X'}) } AND NOT EXISTS { (a)--({state: 'O'}) } RETURN count(a) AS n
MATCH (a:Cell) WHERE ALL(d IN [1, 2, 3, 4] WHERE EXISTS { (a)-[r]-() WHERE r.direction = d }) RETURN count(a) AS inner
MATCH (a:Cell) CALL (a) { MATCH (a)--(b) RETURN b ORDER BY b.row DESC, b.column LIMIT 1 } RETURN a.row AS r, max(b.column) AS m ORDER BY r
MATCH (a:Cell) CALL (a) { MATCH (a)--(b) RETURN count(b) AS n UNION MATCH (a)--()--(c) RETURN count(c) AS n } RETURN sum(n) AS s
UNWIND range(0, 7) AS r UNWIND range(0, 7) AS c MATCH (a:Cell {row: r, column: c}) RETURN sum(r * c) AS s, count(a.state) AS n
UNWIND range(1, 2000) AS i WITH i WHERE all(d IN range(2, toInteger(sqrt(i))) WHERE i % d <> 0) RETURN count(i) AS primes
UNWIND range(1, 30000) AS i RETURN i % 7 AS k, avg(i) AS a, stDev(i) AS s ORDER BY k
UNWIND range(1, 30000) AS i RETURN percentileCont(i, 0.5) AS m, percentileDisc(i, 0.9) AS q
UNWIND range(1, 20000) AS i WITH {k: i % 100, v: i} AS m RETURN m.k AS k, collect(m.v)[0..2] AS l ORDER BY k LIMIT 3
UNWIND range(1, 20000) AS i WITH i, CASE WHEN i % 15 = 0 THEN 'fizzbuzz' WHEN i % 5 = 0 THEN 'buzz' WHEN i % 3 = 0 THEN 'fizz' ELSE toString(i) END AS f RETURN f, count(*) AS n ORDER BY n DESC LIMIT 3
UNWIND range(1, 5000) AS i WITH collect(i) AS l RETURN [x IN l WHERE x IN [1, 50, 500, 5000]] AS f, reduce(s = 0, x IN l | s + x) AS s
WITH range(1, 300) AS l UNWIND l AS a UNWIND l AS b WITH a, b WHERE a < b AND (a * a + b * b) % 97 = 0 RETURN count(*) AS n
MATCH (a:N)-[:R]->(b)-[:R]->(c) RETURN count(*) AS n
MATCH (a:N)-[:R]->(b)<-[:R]-(c) WHERE a <> c RETURN count(*) AS n
MATCH (a:N)-[r]-() RETURN a.g AS g, count(r) AS n ORDER BY g
MATCH (a:N) OPTIONAL MATCH (a)-[:S]->(b:N) RETURN a.g AS g, count(b) AS n, count(DISTINCT a) AS m ORDER BY g
MATCH (a:N)-[:R*1..3]->(b) RETURN count(*) AS n
MATCH (a:N {g: 1})-[:R*1..3]->(b) RETURN b.g AS g, count(*) AS n ORDER BY g
MATCH (a:N)<-[:S]-(b) WITH a, count(b) AS d ORDER BY d DESC, a.i LIMIT 5 RETURN a.i AS i, d
MATCH (a:N) RETURN a.g AS g, max(COUNT { (a)-[:R]->()-[:R]->() }) AS n ORDER BY g
MATCH (a:N) WHERE a.i < 500 RETURN sum(COUNT { (a)-[:R|S]->{1,3}() }) AS n
MATCH (a:N)-[:R]->(b:N) WHERE a.g = b.g RETURN a.g AS g, count(*) AS n ORDER BY g
MATCH (a:N)-[:R]->(b:N) RETURN a.g AS x, b.g AS y, count(*) AS n ORDER BY n DESC, x, y LIMIT 5
MATCH (a:N) WITH a.g AS g, avg(a.k) AS m MATCH (b:N {g: g}) WHERE b.k > m RETURN g, count(b) AS n ORDER BY g
MATCH (a:N) WHERE EXISTS { (a)-[:R]->(b)-[:R]->(a) } RETURN count(a) AS n
MATCH (a:N)-[:R]->(b), (c:N)-[:R]->(b) WHERE a.i < c.i RETURN count(*) AS n
MATCH (a:N) WITH a ORDER BY a.k DESC, a.i LIMIT 100 MATCH (a)-[:R]->(b) RETURN count(DISTINCT b) AS n
MATCH (a:N) RETURN count(DISTINCT a.k) AS k, count(DISTINCT a.g) AS g
MATCH (a:N) WITH a.k AS k, collect(a.i) AS l WHERE size(l) > 1 RETURN count(*) AS n, max(size(l)) AS m
