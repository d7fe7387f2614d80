//! The lessons: the path, one step of it, and what is said of a query.

use serde::{Deserialize, Serialize};

use super::board::{Colour, Position, Square, Stones};

/// The whole path.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LessonList {
    /// The steps, in their order.
    pub lessons: Vec<LessonSummary>,
    /// Whether this host keeps how far the learner is. One that many visit does not: each browser keeps its own.
    pub keeps: bool,
}

/// A step in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LessonSummary {
    /// What it is called in addresses.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// The part of the path that it belongs to.
    pub part: String,
    /// Whether it was done, where this host keeps that.
    pub passed: bool,
}

/// A step.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LessonPage {
    /// What it is called in addresses.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// The part of the path that it belongs to.
    pub part: String,
    /// What there is to know: paragraphs, lists, `words` and queries between lines of three backticks.
    pub text: String,
    /// The task in words.
    pub task: String,
    /// The query to begin with.
    pub start: String,
    /// The query that was tried last, where this host keeps that.
    pub tried: Option<String>,
    /// The hints, from the faintest to the plainest.
    pub hints: Vec<String>,
    /// How many of them were shown, where this host keeps that.
    pub shown: usize,
    /// The board that its queries are tried on first.
    pub position: Position,
    /// How stones are drawn on it.
    pub disc: Stones,
    /// Whether a query that does what is asked can be submitted to the ladder that this host holds.
    pub takes_part: bool,
}

/// How many hints of a step the learner has seen.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeenHints {
    /// How many.
    pub shown: usize,
}

/// A query that is tried for a step.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonQuery {
    /// The query.
    pub query: String,
}

/// What is said of a query that was tried for a step.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LessonVerdict {
    /// Whether it does what the step asks.
    pub passed: bool,
    /// The same as a sentence.
    pub text: String,
    /// What is said of a mistake that many make.
    pub mistake: Option<String>,
    /// The first position on which it is wrong.
    pub finding: Option<LessonFinding>,
    /// Games that were played against a boss.
    pub games: Vec<LessonGame>,
}

/// A position on which a query is wrong.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LessonFinding {
    /// The position.
    pub position: Position,
    /// What is wrong, as a sentence.
    pub text: String,
    /// Cells that belong to the answer and are not there.
    pub missing: Vec<Square>,
    /// Cells that are there and don't belong to it.
    pub surplus: Vec<Square>,
}

/// A game against a boss.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LessonGame {
    /// The learner's side.
    pub colour: Colour,
    /// How it ended for the learner.
    pub text: String,
    /// What the learner got: 1, 0.5 or 0.
    pub points: f64,
    /// The game at its end.
    pub position: Position,
}

/// A query that does what a step asks.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LessonSolution {
    /// The query.
    pub query: String,
}

/// How far somebody is with the lessons who takes part in a ladder; for its organiser alone.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Learner {
    /// The number of the person.
    pub person: i64,
    /// The name.
    pub name: String,
    /// What they have done, by the names of the steps.
    pub passed: Vec<String>,
    /// The step that they were at last.
    pub at: String,
    /// How often they have tried a query for it.
    pub tries: u32,
    /// How many of its hints they have seen.
    pub hints: usize,
    /// When they were last at it, in milliseconds since 1970.
    pub last: i64,
}
