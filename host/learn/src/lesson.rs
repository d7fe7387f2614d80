//! A lesson as it stands in its file: a head in TOML between two lines `+++`, a text, and sections that begin with
//! `## Task`, `## Start`, `## Hint`, `## Solution` and `## Mistake`. `host/learn/README.md` says it for teachers.

use std::collections::BTreeMap;

use othello_arena::GameSetup;
use serde::Deserialize;

use crate::task::{CellNumber, CellSet, Count, Task};

/// On so many positions a query is tried where the lesson does not say.
const POSITIONS: usize = 40;
/// So many games are played against a boss where the lesson does not say.
const GAMES: u32 = 10;
/// More would keep whoever waits too long.
const MOST_POSITIONS: usize = 500;
const MOST_GAMES: u32 = 50;

/// What is wrong with a lesson's file.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{file}: {why}; host/learn/README.md says how a lesson is written")]
pub struct LessonError {
    /// Which file.
    pub file: String,
    /// What.
    pub why: String,
}

/// One step of the path.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What it is called in addresses and on the command line.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// The part of the path that it belongs to.
    pub part: String,
    /// What positions are of.
    pub setup: GameSetup,
    /// What is asked for.
    pub task: Task,
    /// On so many positions a query is tried.
    pub positions: usize,
    /// What there is to know.
    pub text: String,
    /// The task in words.
    pub assignment: String,
    /// What stands in the editor at first.
    pub start: String,
    /// From a nudge to nearly all of it.
    pub hints: Vec<String>,
    /// A query that does it.
    pub solution: String,
    /// Queries that many write instead.
    pub mistakes: Vec<Mistake>,
}

impl Lesson {
    /// Whether a query that does what is asked for plays the game.
    #[must_use]
    pub fn asks_for_a_player(&self) -> bool {
        matches!(self.task, Task::Choice(_) | Task::Beat { .. })
    }
}

/// A query that many write, and what they are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The query. Any other that gives the same is the same mistake.
    pub query: String,
    /// What its author is told.
    pub words: String,
}

/// The head of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    title: String,
    part: String,
    #[serde(default = "othello")]
    game: String,
    size: Option<u8>,
    positions: Option<usize>,
    cells: Option<CellSet>,
    numbers: Option<CellNumber>,
    row: Option<BTreeMap<String, Count>>,
    choice: Option<CellSet>,
    beat: Option<String>,
    games: Option<u32>,
    points: Option<f64>,
}

fn othello() -> String {
    "othello".to_owned()
}

impl Lesson {
    /// Reads a file of this name.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(file: &str, text: &str) -> Result<Lesson, LessonError> {
        let text = text.replace("\r\n", "\n");
        read(file, &text).map_err(|why| LessonError { file: file.to_owned(), why })
    }
}

/// The name of a lesson, by that of its file: `03-directions.md` is `directions`.
pub(crate) fn name_of(file: &str) -> &str {
    let stem = file.strip_suffix(".md").unwrap_or(file);
    stem.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('-')
}

fn read(file: &str, text: &str) -> Result<Lesson, String> {
    let name = name_of(file);
    let plain = |c: char| c.is_ascii_lowercase() || c == '-';
    if name.is_empty() || !name.chars().all(plain) {
        return Err("its name is a number, - and small letters, as in 03-directions.md".to_owned());
    }
    let rest = text.strip_prefix("+++\n").ok_or("it begins with a line +++")?;
    let (head, body) = rest.split_once("\n+++\n").ok_or("its head ends with a line +++")?;
    let head: Head = toml::from_str(head).map_err(|error| error.to_string())?;
    let sections = sections(body);
    let all = |name: &str| {
        let named = sections.iter().filter(move |section| section.name == name);
        named.map(|section| section.text.as_str()).collect::<Vec<_>>()
    };
    let known = ["", "Task", "Start", "Hint", "Solution", "Mistake"];
    if let Some(other) = sections.iter().find(|section| !known.contains(&section.name)) {
        return Err(format!("no section is called {:?}; there are{}", other.name, known.join(" ")));
    }
    let one = |name: &str| match all(name).as_slice() {
        [only] => Ok((*only).to_owned()),
        found => Err(format!("it has {} sections ## {name}, not one", found.len())),
    };
    let mistake = |text: &str| match query_in(text) {
        Some((query, words)) if !words.is_empty() => Ok(Mistake { query, words }),
        _ => Err("a section ## Mistake has a query and what its author is told".to_owned()),
    };
    let query = |name: &str| {
        let (query, _) = query_in(&one(name)?).ok_or(format!("## {name} has no ```cypher"))?;
        Ok::<String, String>(query)
    };
    Ok(Lesson {
        name: name.to_owned(),
        setup: GameSetup::find(&head.game, head.size, None)?,
        positions: head.positions.unwrap_or(POSITIONS).clamp(1, MOST_POSITIONS),
        text: one("")?,
        assignment: one("Task")?,
        start: query("Start")?,
        hints: all("Hint").into_iter().map(str::to_owned).collect(),
        solution: query("Solution")?,
        mistakes: all("Mistake").into_iter().map(mistake).collect::<Result<_, _>>()?,
        task: task(&head)?,
        title: head.title,
        part: head.part,
    })
}

fn task(head: &Head) -> Result<Task, String> {
    let games = head.games.unwrap_or(GAMES).clamp(2, MOST_GAMES).next_multiple_of(2);
    let beat = head.beat.clone().map(|boss| Task::Beat {
        boss,
        games,
        points: head.points.unwrap_or(f64::from(games + 1) / 2.0),
    });
    let tasks = [
        head.cells.map(Task::Cells),
        head.numbers.map(Task::Numbers),
        head.row.clone().map(Task::Row),
        head.choice.filter(|set| *set != CellSet::Solution).map(Task::Choice),
        beat,
    ];
    let mut tasks = tasks.into_iter().flatten();
    match (tasks.next(), tasks.next()) {
        (Some(task), None) => Ok(task),
        _ => Err("its head has one of cells, numbers, row, choice and beat".to_owned()),
    }
}

struct Section<'t> {
    /// Empty for what stands before the first.
    name: &'t str,
    text: String,
}

/// The sections of a text. A line in a query is no heading.
fn sections(body: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { name: "", text: String::new() }];
    let mut in_query = false;
    for line in body.lines() {
        in_query ^= line.starts_with("```");
        match line.strip_prefix("## ").filter(|_| !in_query) {
            Some(name) => sections.push(Section { name: name.trim(), text: String::new() }),
            None => {
                if let Some(last) = sections.last_mut() {
                    last.text += line;
                    last.text.push('\n');
                }
            }
        }
    }
    for section in &mut sections {
        section.text = section.text.trim().to_owned();
    }
    sections
}

/// The first query of a section, and the words behind it.
fn query_in(section: &str) -> Option<(String, String)> {
    let (_, rest) = section.split_once("```cypher\n")?;
    let (query, words) = rest.split_once("```")?;
    Some((query.trim_end().to_owned(), words.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "+++\ntitle = \"Own\"\npart = \"A\"\ncells = \"own\"\n+++\nText.\n\n## Task\nDo.\n\n\
        ## Start\n```cypher\nMATCH (n)\n## no heading\n```\n\n## Hint\nOne.\n\n## Hint\nTwo.\n\n\
        ## Solution\n```cypher\nRETURN 1\n```\n\n## Mistake\n```cypher\nRETURN 2\n```\nNot two.\n";

    #[test]
    fn a_file_is_read_with_its_sections() {
        let lesson = Lesson::parse("07-own-ones.md", WHOLE).unwrap();
        assert_eq!((lesson.name.as_str(), lesson.task), ("own-ones", Task::Cells(CellSet::Own)));
        assert_eq!((lesson.text.as_str(), lesson.assignment.as_str()), ("Text.", "Do."));
        assert_eq!(lesson.start, "MATCH (n)\n## no heading");
        assert_eq!(lesson.hints, ["One.", "Two."]);
        let mistake = Mistake { query: "RETURN 2".to_owned(), words: "Not two.".to_owned() };
        assert_eq!(lesson.mistakes, [mistake]);
        assert!(Lesson::parse("07-own.md", &WHOLE.replace('\n', "\r\n")).is_ok());
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        for (file, from, to, why) in [
            ("07-Own.md", "", "", "small letters"),
            ("07-own.md", "+++\ntitle", "title", "begins with a line +++"),
            ("07-own.md", "cells = \"own\"", "", "one of cells, numbers, row, choice and beat"),
            ("07-own.md", "cells = \"own\"", "cells = \"owned\"", "unknown variant `owned`"),
            ("07-own.md", "cells =", "colour = 1\ncells =", "unknown field `colour`"),
            ("07-own.md", "## Task", "## Aufgabe", "no section is called \"Aufgabe\""),
            ("07-own.md", "Not two.", "", "a section ## Mistake"),
            ("07-own.md", "part = \"A\"", "part = \"A\"\ngame = \"go\"", "no game \"go\""),
        ] {
            let error = Lesson::parse(file, &WHOLE.replacen(from, to, 1)).unwrap_err();
            let error = error.to_string();
            assert!(error.starts_with(file) && error.contains(why), "{error}");
        }
    }
}
