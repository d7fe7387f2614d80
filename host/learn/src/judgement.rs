//! What came of a learner's query.

use othello_rules::{Colour, Move, Square};

/// What came of a query.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Whether it does what the lesson asks.
    pub passed: bool,
    /// The same as a sentence.
    pub text: String,
    /// What its author is told, where it is a mistake that many make.
    pub mistake: Option<String>,
    /// The first position on which it is wrong.
    pub finding: Option<Finding>,
    /// Games that were played against a boss.
    pub games: Vec<DuelGame>,
}

/// A position on which a query is wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The moves that lead there.
    pub moves: Vec<Move>,
    /// What is wrong, as a sentence.
    pub text: String,
    /// Cells that belong to the answer and are not there.
    pub missing: Vec<Square>,
    /// Cells that are there and don't belong to it.
    pub surplus: Vec<Square>,
}

/// A game against a boss.
#[derive(Clone, Debug)]
pub struct DuelGame {
    /// The learner's side.
    pub colour: Colour,
    /// How it ended for the learner, in words.
    pub text: String,
    /// What the learner got: 1, a half or nothing.
    pub points: f64,
    /// All that was played.
    pub moves: Vec<Move>,
}
