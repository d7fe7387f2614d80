//! What a person sees when a query is wrong: `tests/errors/*.txt` hold queries and under each the errors that
//! are rendered for it. `UPDATE_GOLDENS=1` writes what came out into the files.

use std::fs;
use std::path::Path;

use othello_cypher::Meter;
use othello_cypher::check::check_all;
use othello_cypher::syntax::parse;
use othello_test_support::assert_goldens;

/// Queries stand under a line of dashes each, what came of them under an arrow.
const QUERY: &str = "----------";
const ANSWER: &str = "==>";

fn rendered(query: &str) -> String {
    let errors = match parse(query, &Meter::default()) {
        Err(error) => vec![error],
        Ok(statement) => check_all(&statement, query, &(), &Meter::default()).1,
    };
    let rendered: Vec<String> = errors.iter().map(|error| error.render(query)).collect();
    if rendered.is_empty() { "accepted".to_owned() } else { rendered.join("\n") }
}

#[test]
fn errors_point_at_the_place_and_name_the_way_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let files = fs::read_dir(folder).expect("the folder of golden files");
    assert_goldens(files.map(|entry| {
        let path = entry.expect("a file").path();
        let before = fs::read_to_string(&path).expect("a readable file");
        let mut after = String::new();
        for block in before.split(&format!("{QUERY}\n")).skip(1) {
            let query = block
                .split_once(&format!("\n{ANSWER}\n"))
                .map_or(block, |(query, _)| query)
                .trim_end();
            after.push_str(&format!("{QUERY}\n{query}\n{ANSWER}\n{}\n\n", rendered(query)));
        }
        (path, after)
    }));
}

#[test]
fn what_is_quoted_of_a_long_text_leaves_out_its_middle() {
    let long = "9ä".repeat(100_000);
    let digits = "9".repeat(100_000);
    for query in [
        format!("RETURN {digits} AS cell"),
        format!("RETURN 1e{digits} AS cell"),
        format!("RETURN 0x{} AS cell", "f".repeat(100_000)),
        format!("RETURN `{long}` AS cell"),
        format!("RETURN `{long}`() AS cell"),
        format!("CALL `{long}`() YIELD a RETURN a"),
        format!("RETURN 1 AS `{long}`, 2 AS `{long}`"),
        format!("RETURN x{digits} AS cell"),
        format!("MATCH (cell) RETURN cell.x{digits} + ) AS cell"),
    ] {
        let shown = rendered(&query);
        assert!(shown.len() < 2_500, "{query:.30}: {} bytes, {shown:.300}", shown.len());
    }
}
