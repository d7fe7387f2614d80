//! Texts that are as long as is allowed, or near it: for the tests that they are understood or refused in time and
//! in little memory.

/// Texts whose work could grow with the square of their length, each as long as is allowed or near it.
pub fn giants() -> Vec<(&'static str, String)> {
    [patterns(), projections(), calls_and_columns()].concat()
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

/// Names that would be copied for each use, and columns that would be compared with each other.
fn calls_and_columns() -> Vec<(&'static str, String)> {
    let name = "n".repeat(800_000);
    let columns = |first: &str, count| {
        times(count, &|i| format!("{}{i} AS {first}{i}", if i == 0 { "" } else { ", " }))
    };
    vec![
        ("parameters of a long name", format!("RETURN {name}({}1) AS a", "$p, ".repeat(25_000))),
        (
            "parameters of a long name, in the language before",
            format!("CYPHER 5 RETURN `{name}`([{}1]) AS a", "$p, ".repeat(25_000)),
        ),
        ("parameters of a long procedure", format!("CALL {name}({}1)", "$p, ".repeat(25_000))),
        (
            "unions of many columns",
            format!("RETURN {} UNION RETURN {}", columns("a", 25_000), columns("a", 25_000)),
        ),
        (
            "unions of other columns",
            format!("RETURN {} UNION ALL RETURN {}", columns("a", 25_000), columns("b", 25_000)),
        ),
        (
            "columns beside a star",
            format!("WITH {} RETURN *, {}", columns("a", 25_000), columns("b", 25_000)),
        ),
        (
            "counts beside a star",
            format!(
                "WITH {} RETURN *{}",
                columns("a", 20_000),
                times(20_000, &|i| format!(", count(*) AS c{i}"))
            ),
        ),
        (
            "subqueries and counts beside a star",
            format!(
                "WITH {} RETURN *{}",
                columns("a", 15_000),
                times(10_000, &|i| format!(", count(*) + COUNT {{ RETURN a{i} }} AS c{i}"))
            ),
        ),
        (
            "sort keys beside a long text",
            format!("RETURN DISTINCT '{name}' AS a ORDER BY [{}'1']", "'1', ".repeat(30_000)),
        ),
        (
            "sort keys beside a long list",
            format!(
                "RETURN DISTINCT [{}1] AS a ORDER BY [{}[1]]",
                "1, ".repeat(200_000),
                "[1], ".repeat(50_000)
            ),
        ),
        (
            "sort keys that nest as the column does",
            format!(
                "RETURN DISTINCT {0}1{1} AS a ORDER BY {0}2{1}",
                format!("[{}", "1, ".repeat(200)).repeat(600),
                "]".repeat(600)
            ),
        ),
        ("functions that nobody knows", format!("RETURN [{}1]", "zqzqzqzqzqz(), ".repeat(60_000))),
        (
            "properties of what has none",
            format!("RETURN [1]{} AS a", times(900, &|i| format!(".{}{i}", "k".repeat(900)))),
        ),
    ]
}
