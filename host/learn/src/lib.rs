//! A path for whoever has never written Cypher: lessons as plain files, the tasks in them, and what is said of a query
//! that somebody wrote for one. A query is judged by what it gives on many positions, held against the rules; how it
//! is written is its author's business. Nothing here knows of HTTP or of a terminal.

#![forbid(unsafe_code)]

mod duel;
mod facts;
mod judge;
mod judgement;
mod lesson;
mod path;
mod progress;
mod reading;
mod task;
mod walk;

pub use duel::Bosses;
pub use judge::judge;
pub use judgement::{DuelGame, Finding, Judgement};
pub use lesson::{Lesson, LessonError, Mistake};
pub use path::Path;
pub use progress::{Progress, ProgressError, StepProgress};
pub use task::{CellNumber, CellSet, Count, Task};
pub use walk::walk;
