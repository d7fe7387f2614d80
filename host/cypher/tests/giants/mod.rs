//! Texts that are as long as is allowed, or near it: for the tests that they are understood or refused in time and
//! in little memory.

/// Texts whose work could grow with the square of their length, each as long as is allowed or near it.
pub fn giants() -> Vec<(&'static str, String)> {
    [patterns(), projections()].concat()
}

fn times(count: usize, piece: &dyn Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

/// Long patterns, and many of them.
fn patterns() -> Vec<(&'static str, String)> {
    vec![
        ("hops", format!("MATCH (a){} RETURN 1", times(40_000, &|i| format!("-[r{i}]-(n{i})")))),
        (
            "parts",
            format!("MATCH (a){} RETURN 1", times(30_000, &|i| format!("((x{i})--(y{i}))+(z{i})"))),
        ),
        (
            "parts that wait for each other's ends",
            format!(
                "MATCH (a){}",
                times(15_000, &|i| format!(", (s{i})((x{i})-[{{w: e{i}.w}}]-())+(e{i})"))
            ) + " RETURN 1",
        ),
        ("nodes", format!("MATCH (a){} RETURN 1", times(80_000, &|i| format!(",(b{i})")))),
        (
            "creations",
            format!(
                "CREATE (a){}",
                times(28_000, &|i| format!(",(b{i}:X {{y: {i}}})-[:T]->(c{i})"))
            ),
        ),
        ("matches", format!("{} RETURN 1", times(30_000, &|i| format!("MATCH (a{i})--(b{i}) ")))),
    ]
}

/// Many columns, groups and variables.
fn projections() -> Vec<(&'static str, String)> {
    vec![
        (
            "variables carried along",
            format!("WITH 1 AS a {}RETURN a", times(40_000, &|i| format!("WITH *, {i} AS v{i} "))),
        ),
        (
            "columns repeated in the order",
            format!(
                "MATCH (a) RETURN 1{} ORDER BY 1",
                times(20_000, &|i| format!(", a.x{i} AS z{i}"))
            ) + &times(20_000, &|i| format!(", a.x{i}")),
        ),
        (
            "groups repeated in the order",
            format!(
                "MATCH (a) RETURN count(*){} ORDER BY 1",
                times(20_000, &|i| format!(", a.x{i} AS z{i}"))
            ) + &times(20_000, &|i| format!(", a.x{i}")),
        ),
        (
            "subqueries among many variables",
            format!("MATCH (a){} RETURN 1", times(15_000, &|i| format!(",(b{i})")))
                + &times(20_000, &|i| format!(", EXISTS {{ (a)--() }} AS e{i}")),
        ),
        (
            "near names of many variables",
            format!("MATCH (a){} RETURN 1", times(20_000, &|i| format!(",(bcd{i})")))
                + &times(20_000, &|i| format!(", bce{i}")),
        ),
        (
            "stars over many variables",
            format!("WITH {}1 AS z ", times(700, &|i| format!("{i} AS v{i}, ")))
                + &"WITH * ".repeat(1_300)
                + "RETURN z",
        ),
        (
            "subqueries in subqueries among many variables",
            format!("MATCH (a){} RETURN ", times(10_000, &|i| format!(",(b{i})")))
                + &"EXISTS { MATCH (a) WHERE ".repeat(80)
                + "true"
                + &" }".repeat(80),
        ),
        (
            "an order by an expression that is deep",
            format!("MATCH (a) RETURN a{} ORDER BY ", times(20, &|i| format!(", a.x{i} AS z{i}")))
                + &"[".repeat(900)
                + &times(2_000, &|i| format!("a.y{i}, "))
                + "1"
                + &"]".repeat(900),
        ),
        ("a list", format!("RETURN [{}1]", "1, ".repeat(300_000))),
        ("maps", format!("RETURN [{}1]", "{a: 1}, ".repeat(120_000))),
        ("strings", format!("RETURN [{}1]", "'abcdefghijklmnopqrstuvwxyz', ".repeat(33_000))),
        ("sums", format!("RETURN 1{}", " + a".repeat(200))),
        ("what is no token at the end", format!("RETURN [{}1] ~", "1, ".repeat(300_000))),
        ("what is unexpected at the end", format!("RETURN [{}1", "1, ".repeat(300_000))),
        ("unions", format!("RETURN 1 AS a{}", " UNION RETURN 2 AS a".repeat(50_000))),
    ]
}
