//! What is printed for a server means there what its author's text means there.

use othello_board::session::HostQuery;
use othello_board::{Neo4j, Session};
use othello_cypher::Meter;
use othello_cypher::syntax::{CanonicalText, parse};
use othello_test_support::all_are_wanted;

use super::empty;
use crate::answers::{Answer, Question, ask};
use crate::choices::Choices;
use crate::graphs::graph;
use crate::queries::query;

/// How many queries are sent in both forms, and how many where all tests are wanted.
const QUERIES: u64 = 150;
const MORE_QUERIES: u64 = 500;
/// How many of them to each graph.
const EACH: u64 = 25;

fn set_up(session: &mut Neo4j, texts: &[String]) {
    session.write(&HostQuery::new("MATCH (n) DETACH DELETE n")).unwrap();
    for text in texts {
        session.write(&HostQuery::new(text)).unwrap();
    }
}

#[test]
fn random_queries_have_the_same_answers_as_written_and_as_printed() {
    let Some((_server, mut session)) = empty() else { return };
    let more = all_are_wanted("most queries as written and as printed");
    let queries = if more { MORE_QUERIES } else { QUERIES };
    let (mut same, mut different) = (0, Vec::new());
    for round in 0..queries / EACH {
        let texts = graph(&mut Choices::drawn(round * 7_919));
        set_up(&mut session, &texts);
        for number in 0..EACH {
            let written = query(&mut Choices::drawn((round * 7_919) ^ ((number + 1) << 40)), false);
            let meter = Meter::default();
            let Ok(tree) = parse(&written.text, &meter) else { continue };
            let printed = CanonicalText::of(&tree, &written.text, &meter).unwrap();
            let Some(text) = printed else { continue };
            let printed = Question { text: text.text().to_owned(), ..written.clone() };
            let first = ask(&mut session, &written).answer;
            if written.writes {
                set_up(&mut session, &texts);
            }
            let second = ask(&mut session, &printed).answer;
            if written.writes {
                set_up(&mut session, &texts);
            }
            match (&first, &second) {
                (Answer::Nothing(_), _) | (_, Answer::Nothing(_)) => {}
                (first, second) if first == second => same += 1,
                _ => different
                    .push(format!("{}\n{}\n{first:?}\n{second:?}", written.text, printed.text)),
            }
        }
    }
    set_up(&mut session, &[]);
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(same > 100, "{same}");
}
