//! Paths, and what may be asked of each of their elements.

/// Paths from `a` to `b`, with the name of a list that they bind.
pub const PATHS: [(&str, &str); 9] = [
    ("(a:N)-[r:R*1..4]-(b)", "r"),
    ("(a:N)-[r:R*0..]->(b:N)", "r"),
    ("(a:N)-[r:R*..3 {w: 1}]-(b {i: 1})", "r"),
    ("(a:N)<-[r:R]-{0,4}(b)", "r"),
    ("(a:N)-[s:R]->(c)-[r:R*]-(b)", "r"),
    ("(a:N)((x)-[r:R]->(y)-[:R]-(z)){1,2}(b)", "y"),
    ("(a:N)((x)-[r:R]-(y) WHERE r.w < 2)+(c)-[s:R]-(b)", "r"),
    ("(a:N {i: 0})-[:R]-{1,2}(c)((x)-[r:R]->(y))*(b)", "x"),
    ("(a:N)-[r:R]-{0,2}(c)-[:R]->{0,2}(b)", "r"),
];

/// What a path must satisfy; `LIST` stands for the list.
pub const OF_EACH: [&str; 15] = [
    "all(n IN nodes(p) WHERE n.i < 4)",
    "all(n IN nodes(p) WHERE n.i <> 1 AND n.i <= 3) AND length(p) < 4",
    "none(n IN nodes(p) WHERE n.i = 2)",
    "all(q IN relationships(p) WHERE q.w < 2)",
    "none(q IN relationships(p) WHERE q.w = 0 OR q.x = 1)",
    "all(e IN LIST WHERE coalesce(e.w, e.i) > 0)",
    "none(e IN LIST WHERE e.w = 1) AND b.i > 0",
    "all(n IN tail(nodes(p)) WHERE n.i > 1)",
    "NOT any(n IN nodes(p)[1..] WHERE n.i = 0 OR n.i = 3)",
    "all(n IN nodes(p)[..-1] WHERE n.i < 3)",
    "NOT any(q IN relationships(p) WHERE q.w = 1) AND none(n IN nodes(p)[..-1] WHERE n.i = 2)",
    "none(n IN nodes(p)[1..-1] WHERE n.i = 2)",
    "all(n IN tail(nodes(p))[..-1] WHERE n.i > 1 AND n.i <> b.i)",
    "NOT any(n IN tail(nodes(p)[..-1]) WHERE n.i = a.i OR n.i = 0)",
    "all(n IN nodes(p) WHERE n.i <= a.i OR EXISTS { (n)-->(:N {i: 0}) })",
];
