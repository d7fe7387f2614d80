//! What is asked while a path grows changes no answer: queries with a predicate on a whole list or path, beside the same
//! ones with a `WITH` before the predicate, so that it is asked of complete paths alone.

mod random_graphs;

use othello_cypher::{Database, Error};
use proptest::prelude::*;
use random_graphs::{database, plan, rows};

/// Paths from `a` to `b`, and a list that they bind; some are walked from their right end, or from their middle.
const PATHS: [(&str, &str); 14] = [
    ("(a:N)-[r:R*1..4]-(b)", "r"),
    ("(a)-[r:R*1..4]-(b:N {i: 1})", "r"),
    ("(a:N)-[r:R*0..]->(b:N)", "r"),
    ("(a)<-[r:R*..3]-(b:N)", "r"),
    ("(a:N {i: 0})-[r:R]-{0,4}(b)", "r"),
    ("(a)-[r:R]-{2,4}(b:N {i: 0})", "r"),
    ("(a:N)-[s:R]-(c)-[r:R*..3]-(b)", "r"),
    ("(a)-[s:R]-(c)-[r:R*..3]-(b:N {i: 1})", "r"),
    ("(a)-[s:R]-(c)-[r:R*..3]-(d)-[t:R]-(b:N {i: 1})", "r"),
    ("(a)-[r:R*..3]-(c:N {i: 0})-[s:R*..2]-(b)", "r"),
    ("(a:N)((x)-[r:R]->(y)-[:R]-(z)){1,3}(b)", "y"),
    ("(a)((x)-[r:R]-(y)-[q:R]-(z))*(b:N {i: 1})", "q"),
    ("(a)((x)-[r:R]-(y) WHERE r.w < 2)+(c)-[s:R]-(b:N)", "r"),
    ("(a:N)-[:R]-{1,2}(c)((x)-[r:R]->(y))*(b)", "x"),
];

/// Predicates of which something shows while a path grows; `LIST` stands for the list.
const CLOSED: [&str; 39] = [
    "all(e IN LIST WHERE e.w = head(LIST).w)",
    "all(e IN LIST WHERE LIST[0].w = e.w AND e.w < 2)",
    "all(e IN LIST WHERE e.w = last(LIST).w)",
    "all(e IN LIST WHERE e.w = LIST[1].w)",
    "all(e IN LIST WHERE e.w <= LIST[0].w)",
    "all(e IN LIST WHERE e.w >= LIST[-1].w)",
    "all(e IN tail(LIST) WHERE e.w = head(LIST).w)",
    "all(e IN LIST[1..] WHERE e.w <> head(LIST).w)",
    "all(e IN LIST[1..-1] WHERE e.w = a.i)",
    "all(e IN LIST[..2] WHERE e.w = 1)",
    "all(e IN LIST WHERE e.w = b.i)",
    "all(e IN LIST WHERE e.w = b.i % 3 AND e.x IS NULL)",
    "none(e IN LIST WHERE e.w <> head(LIST).w)",
    "none(e IN LIST WHERE e.w <> b.i OR e.i = 2)",
    "NOT any(e IN LIST WHERE e.w = 1 OR e.i > a.i)",
    "all(i IN range(1, size(LIST) - 1) WHERE LIST[i].w = LIST[i - 1].w)",
    "all(i IN range(0, size(LIST) - 2) WHERE LIST[i].w <> LIST[i + 1].w)",
    "all(i IN range(0, size(LIST) - 1) WHERE LIST[i].w = LIST[0].w)",
    "all(i IN range(1, size(LIST)) WHERE LIST[i - 1].w = b.i % 3)",
    "all(i IN range(0, length(p) - 1) WHERE nodes(p)[i].i <> nodes(p)[i + 1].i)",
    "all(i IN range(1, length(p)) WHERE nodes(p)[i].i > nodes(p)[i - 1].i)",
    "reduce(ok = true, e IN LIST | ok AND e.w = head(LIST).w)",
    "reduce(ok = true, e IN LIST | CASE WHEN e.w < 2 THEN ok ELSE false END)",
    "size([e IN LIST WHERE e.w = head(LIST).w]) = size(LIST)",
    "length(p) = size([e IN relationships(p) WHERE e.w < 2])",
    "size([e IN LIST WHERE e.w = 1]) = 1",
    "size([e IN LIST WHERE e.w = 1]) < 2 AND size(LIST) > 1",
    "2 > size([n IN nodes(p) WHERE n.i = 1])",
    "length(p) <= 2 OR size(LIST) = 1",
    "single(e IN LIST WHERE e.w = 1)",
    "single(n IN nodes(p) WHERE n.i = a.i)",
    "all(n IN nodes(p) WHERE single(m IN nodes(p) WHERE m = n))",
    "all(n IN nodes(p)[1..-1] WHERE n.i = 1)",
    "all(n IN nodes(p)[1..length(p)] WHERE n.i <> a.i)",
    "none(n IN nodes(p)[1..] WHERE n = a)",
    "NOT a IN nodes(p)[1..]",
    "all(e IN relationships(p) WHERE e.w = relationships(p)[0].w)",
    "all(e IN relationships(p) WHERE e.w = last(relationships(p)).w)",
    "head(LIST).w = 1 OR LIST[1].w = 1",
];

/// Predicates that may become true later.
const OPEN: [&str; 11] = [
    "any(e IN LIST WHERE e.w = 1)",
    "last(LIST).w = 1 OR head(LIST).w = 1",
    "size(LIST) > 1",
    "size(LIST) % 2 = 0",
    "NOT all(e IN LIST WHERE e.w = head(LIST).w)",
    "a IN nodes(p)[1..]",
    "size([e IN LIST WHERE e.w = 1]) * 2 = size(LIST)",
    "all(e IN LIST WHERE e.w <= size(LIST))",
    "all(i IN range(0, size(LIST) - 1) WHERE LIST[i + 1].w = 1)",
    "all(i IN range(0, size(LIST) - 1) WHERE LIST[i - 1].w = 1)",
    "reduce(s = 0, e IN LIST | s + coalesce(e.w, 0)) = 2",
];

fn agree(database: &Database, path: (&str, &str), asked: &str) -> Result<(), Error> {
    let asked = asked.replace("LIST", path.1);
    let result = "RETURN a.i, b.i, length(p), [n IN nodes(p) | n.i], [e IN relationships(p) | e.w]";
    let grown = rows(database, &format!("MATCH p = {} WHERE {asked} {result}", path.0))?;
    let whole =
        rows(database, &format!("MATCH p = {} WITH * SKIP 0 WHERE {asked} {result}", path.0))?;
    assert_eq!(grown, whole, "{} WHERE {asked}", path.0);
    Ok(())
}

#[test]
fn what_shows_while_a_path_grows_is_asked_then() -> Result<(), Error> {
    let database = database(2, &[(0, 1)])?;
    let plan_of = |path: (&str, &str), asked: &str| {
        let asked = asked.replace("LIST", path.1);
        plan(&database, &format!("MATCH p = {} WHERE {asked} RETURN p", path.0))
    };
    for asked in CLOSED {
        let (forward, backward) = (plan_of(PATHS[0], asked)?, plan_of(PATHS[1], asked)?);
        assert!(forward.contains("WHILE") || backward.contains("WHILE"), "{asked}\n{forward}");
    }
    for asked in OPEN {
        let (forward, backward) = (plan_of(PATHS[0], asked)?, plan_of(PATHS[1], asked)?);
        assert!(!forward.contains("WHILE") && !backward.contains("WHILE"), "{asked}\n{forward}");
    }
    Ok(())
}

#[test]
fn where_a_path_is_not_asked_about_for_a_while_no_answer_is_wrong() {
    // Some thousand ways, of which hardly any is refused by most predicates.
    let edges: Vec<_> = (0..8).flat_map(|i| [(i, (i + 1) % 8), (i, (i + 3) % 8)]).collect();
    let database = database(8, &edges).unwrap();
    for path in [PATHS[0], PATHS[1], PATHS[4], PATHS[7], PATHS[10]] {
        for asked in CLOSED {
            agree(&database, path, asked).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn what_is_asked_while_a_path_grows_leaves_out_no_answer(
        nodes in 2_i64..5,
        edges in prop::collection::vec((0_i64..5, 0_i64..5), 1..8),
    ) {
        let database = database(nodes, &edges).unwrap();
        for path in PATHS {
            for asked in CLOSED.into_iter().chain(OPEN) {
                agree(&database, path, asked).unwrap();
            }
        }
    }
}
