//! A job as it goes to a child on Windows: in one line, with what the child has open for it.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A job, and the handles that the child got for it, by their numbers.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order<J> {
    pub job: J,
    /// Where it reads what it is asked.
    pub from: usize,
    /// Where it answers.
    pub to: usize,
    /// Where the library's bytes are, which nobody can change.
    pub library: Option<PathBuf>,
}
