//! What is printed for a server means there what its author's text means there.

use std::time::{Duration, Instant};

use othello_board::session::HostQuery;
use othello_board::{Native, Neo4j, Referee, Session};
use othello_cypher::syntax::{CanonicalText, parse};
use othello_cypher::{Datum, Meter};
use othello_rules::Position;
use othello_test_support::all_are_wanted;

use super::empty;
use crate::answers::{Answer, Question, ask};
use crate::choices::Choices;
use crate::graphs::{Graph, graph};
use crate::queries::{Wanted, query};

/// How many queries are sent in both forms, and how many where all tests are wanted.
const QUERIES: u64 = 150;
const MORE_QUERIES: u64 = 500;
/// How many of them to each graph.
const EACH: u64 = 25;

fn set_up(session: &mut Neo4j, graph: &Graph) {
    session.write(&HostQuery::new("MATCH (n) DETACH DELETE n")).unwrap();
    session.write(&graph.set_up()).unwrap();
}

#[test]
fn random_queries_have_the_same_answers_as_written_and_as_printed() {
    let Some((_server, mut session)) = empty() else { return };
    let more = all_are_wanted("most queries as written and as printed");
    let queries = if more { MORE_QUERIES } else { QUERIES };
    let (mut same, mut different) = (0, Vec::new());
    for round in 0..queries / EACH {
        let graph = graph(&mut Choices::drawn(round * 7_919));
        set_up(&mut session, &graph);
        for number in 0..EACH {
            let mut choices = Choices::drawn((round * 7_919) ^ ((number + 1) << 40));
            let written = query(&mut choices, Wanted::default());
            let meter = Meter::default();
            let Ok(tree) = parse(&written.text, &meter) else { continue };
            let printed = CanonicalText::of(&tree, &written.text, &meter).unwrap();
            let Some(text) = printed else { continue };
            let printed = Question { text: text.text().to_owned(), ..written.clone() };
            let first = ask(&mut session, &written).answer;
            if written.writes {
                set_up(&mut session, &graph);
            }
            let second = ask(&mut session, &printed).answer;
            if written.writes {
                set_up(&mut session, &graph);
            }
            match (&first, &second) {
                (Answer::Nothing(_), _) | (_, Answer::Nothing(_)) => {}
                (first, second) if first == second => same += 1,
                _ => different
                    .push(format!("{}\n{}\n{first:?}\n{second:?}", written.text, printed.text)),
            }
        }
    }
    set_up(&mut session, &Graph::default());
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(same > 100, "{same}");
}

/// Queries as players write them.
const OTHELLO: &str = include_str!("../../../cypher/tests/neo4j_answers/othello.txt");
/// How often each is asked in both forms; the best of each counts, which other work of the machine seldom meets.
const TURNS: usize = 15;
/// And how often where it still met that: a plan that is slower stays so, however often it is asked.
const MOST_TURNS: usize = 400;
/// By how much a printed query may be slower, and what is too short to be told apart.
const FACTOR: f64 = 1.5;
const BLUR: Duration = Duration::from_millis(2);

/// The texts of the queries in a file like that.
fn texts(file: &str) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut is_query = false;
    for line in file.lines() {
        if line.starts_with("query ") {
            is_query = true;
            texts.push(String::new());
        } else if !line.starts_with("  ") {
            is_query = false;
        } else if let (true, Some(text)) = (is_query, texts.last_mut()) {
            text.push_str(line);
            text.push('\n');
        }
    }
    texts
}

/// Whether what was printed took no longer than what was written.
fn as_quick([written, printed]: [Duration; 2]) -> bool {
    printed <= written.mul_f64(FACTOR) + BLUR
}

#[test]
fn players_queries_take_as_long_printed_as_written() {
    let Some((_server, mut session)) = empty() else { return };
    Native::new(Position::default()).begin(&mut session, &[]).unwrap();
    let texts = texts(OTHELLO);
    assert!(texts.len() > 5, "{}", texts.len());
    for written in &texts {
        let meter = Meter::default();
        let tree = parse(written, &meter).unwrap();
        let printed = CanonicalText::of(&tree, written, &meter).unwrap().unwrap();
        let mut best = [Duration::MAX; 2];
        for turn in 0..MOST_TURNS {
            if turn >= TURNS && as_quick(best) {
                break;
            }
            for (text, best) in [written.as_str(), printed.text()].into_iter().zip(&mut best) {
                let numbers = [("size", 8), ("x", 3), ("y", 2)];
                let query = HostQuery::new(text).param("symbol", "X".into());
                let query = numbers
                    .iter()
                    .fold(query, |query, &(name, it)| query.param(name, Datum::Integer(it)));
                let begun = Instant::now();
                session.write(&query).unwrap();
                *best = begun.elapsed().min(*best);
            }
        }
        println!("{:?} as written, {:?} as printed: {}", best[0], best[1], written.trim());
        assert!(as_quick(best), "{best:?}: {written}");
    }
    set_up(&mut session, &Graph::default());
}
