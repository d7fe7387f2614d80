//! The lessons that come with the host: each one's solution does what it asks, its mistakes don't and are known for
//! what they are, and what stands in the editor at first is not yet enough. Games against bosses are for the tests of
//! the binary.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]
#![forbid(unsafe_code)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use othello_learn::{Bosses, Judgement, Lesson, Path, Task, judge};
use othello_players::{Finder, Jail, Launcher, Runner};

fn judged(lesson: &Lesson, query: &str) -> Judgement {
    let runner = Runner { launcher: Launcher::this_program().unwrap(), jail: Jail::default() };
    let finder = Finder::new(runner.clone());
    let bosses = Bosses { finder: &finder, runner: &runner };
    judge(lesson, query, &bosses, &Arc::<AtomicBool>::default()).unwrap()
}

fn told(judgement: &Judgement) -> String {
    let finding = judgement.finding.as_ref().map(|finding| finding.text.as_str());
    format!("{}\n{}", judgement.text, finding.unwrap_or_default())
}

/// The lessons that are judged without games.
fn lessons() -> Vec<Lesson> {
    let path = Path::read(None).unwrap();
    let is_quiet = |lesson: &&Lesson| !matches!(lesson.task, Task::Beat { .. });
    path.lessons().iter().filter(is_quiet).cloned().collect()
}

#[test]
fn every_solution_does_what_its_lesson_asks() {
    for lesson in lessons() {
        let judgement = judged(&lesson, &lesson.solution);
        assert!(judgement.passed, "{}: {}", lesson.name, told(&judgement));
    }
}

#[test]
fn every_typical_mistake_is_known_for_what_it_is() {
    for lesson in Path::read(None).unwrap().lessons() {
        for mistake in &lesson.mistakes {
            let judgement = judged(lesson, &mistake.query);
            let (name, query) = (&lesson.name, &mistake.query);
            assert!(!judgement.passed, "{name}: {query}");
            assert_eq!(judgement.mistake.as_ref(), Some(&mistake.words), "{name}: {query}");
            assert!(judgement.finding.is_some(), "{name}: {query}");
        }
    }
}

#[test]
fn what_stands_in_the_editor_at_first_is_not_yet_the_solution() {
    for lesson in lessons().iter().filter(|lesson| lesson.name != "bot") {
        assert!(!judged(lesson, &lesson.start).passed, "{}", lesson.name);
        assert!(!lesson.hints.is_empty() && !lesson.mistakes.is_empty(), "{}", lesson.name);
    }
}

#[test]
fn a_query_is_judged_by_what_it_does_and_not_by_how_it_is_written() {
    let path = Path::read(None).unwrap();
    let lesson = path.find("match").unwrap();
    for query in [
        "MATCH (square:Cell) WHERE square.state = $symbol RETURN square AS cell ORDER BY cell.row DESC",
        "MATCH (n) WHERE n.state = $symbol WITH collect(n) AS all UNWIND all AS cell RETURN cell, 1 AS more",
    ] {
        assert!(judged(lesson, query).passed, "{query}");
    }
    // Other words for the same mistake.
    let judgement = judged(lesson, "MATCH (cell) WHERE cell.state = toUpper('x') RETURN cell");
    assert!(judgement.mistake.unwrap().starts_with("These are Black's discs"));
}

#[test]
fn what_is_wrong_is_said_of_a_position_with_its_cells() {
    let path = Path::read(None).unwrap();
    let judgement =
        judged(path.find("legal").unwrap(), "MATCH (cell:Cell {row: 2, column: 3}) RETURN cell");
    let finding = judgement.finding.unwrap();
    assert!(finding.text.contains(" missing: ") && !finding.missing.is_empty(), "{}", finding.text);
    for (query, words) in [
        ("MATCH (cell:Cell RETURN cell", "1 | MATCH (cell:Cell RETURN cell"),
        ("MATCH (c:Cell) RETURN c", "no column cell, but c"),
        ("RETURN 1 AS cell", "cell is no cell of the board"),
        ("CREATE (cell:Cell) RETURN cell", "a player may only read"),
    ] {
        let finding = judged(path.find("legal").unwrap(), query).finding.unwrap();
        assert!(finding.text.contains(words), "{}", finding.text);
    }
    let row = judged(path.find("mobility").unwrap(), "RETURN 4 AS own").finding.unwrap();
    assert!(row.text.contains("no column theirs, but own"), "{}", row.text);
    let numbers =
        judged(path.find("flips").unwrap(), "MATCH (cell:Cell) RETURN cell, 'one' AS flips");
    assert!(numbers.finding.unwrap().text.contains("flips is no number"));
}

#[test]
fn a_query_that_never_ends_is_told_so_and_can_be_stopped() {
    let path = Path::read(None).unwrap();
    let lesson = path.find("match").unwrap();
    let runner = Runner { launcher: Launcher::this_program().unwrap(), jail: Jail::default() };
    let finder = Finder::new(runner.clone());
    let bosses = Bosses { finder: &finder, runner: &runner };
    let stopped = Arc::new(AtomicBool::new(true));
    let judgement = judge(lesson, &lesson.solution, &bosses, &stopped).unwrap();
    assert!(!judgement.passed);
}
