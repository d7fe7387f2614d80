//! How far people are with the lessons. What a lesson asks for is not known here: it is a name.

use crate::moment::Moment;

/// How far somebody is with one lesson. The query that they tried last lies in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LessonStep {
    /// Whether it was ever done.
    pub passed: bool,
    /// How many hints were shown.
    pub hints: usize,
    /// How often a query was tried.
    pub tries: u32,
    /// When they were last at it.
    pub last: Moment,
}
