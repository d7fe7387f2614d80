//! How far a learner is, in a file of this machine's user.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use othello_players::write_whole;
use serde::{Deserialize, Serialize};

/// The longest query that is kept.
const LONGEST: usize = 64 << 10;

/// Why progress can't be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum ProgressError {
    /// The file can't be read or written.
    #[error("{}: {source}", file.display())]
    Io {
        /// Which.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Something else stands in it.
    #[error("{}: {source}; delete it to begin anew", file.display())]
    Content {
        /// Which.
        file: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
}

/// How far somebody is with one lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepProgress {
    /// Whether it was ever done.
    pub passed: bool,
    /// How many hints were shown.
    pub hints: usize,
    /// The query that was tried last.
    pub query: Option<String>,
}

/// The file in which progress is kept.
#[derive(Clone, Debug)]
pub struct Progress {
    file: PathBuf,
    /// Held by whoever changes the file.
    changing: Arc<Mutex<()>>,
}

impl Progress {
    /// Progress that is kept in this file, which is made when there is some.
    #[must_use]
    pub fn in_file(file: PathBuf) -> Progress {
        Progress { file, changing: Arc::default() }
    }

    /// How far the learner is, by the names of lessons.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn read(&self) -> Result<BTreeMap<String, StepProgress>, ProgressError> {
        match fs::read_to_string(&self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
            Err(source) => Err(self.io(source)),
            Ok(text) => serde_json::from_str(&text)
                .map_err(|source| ProgressError::Content { file: self.file.clone(), source }),
        }
    }

    /// Keeps what was tried, and whether it did what was asked. What was done once stays done.
    ///
    /// # Errors
    /// Where that can't be kept.
    pub fn tried(&self, lesson: &str, query: &str, passed: bool) -> Result<(), ProgressError> {
        self.change(lesson, |step| {
            step.passed |= passed;
            step.query = (query.len() <= LONGEST).then(|| query.to_owned());
        })
    }

    /// Keeps how many hints were shown.
    ///
    /// # Errors
    /// Where that can't be kept.
    pub fn hinted(&self, lesson: &str, hints: usize) -> Result<(), ProgressError> {
        self.change(lesson, |step| step.hints = step.hints.max(hints))
    }

    fn change(
        &self,
        lesson: &str,
        change: impl FnOnce(&mut StepProgress),
    ) -> Result<(), ProgressError> {
        let _alone = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut steps = self.read()?;
        change(steps.entry(lesson.to_owned()).or_default());
        let text = serde_json::to_string_pretty(&steps)
            .map_err(|source| ProgressError::Content { file: self.file.clone(), source })?;
        write_whole(&self.file, (text + "\n").as_bytes()).map_err(|source| self.io(source))
    }

    fn io(&self, source: io::Error) -> ProgressError {
        ProgressError::Io { file: self.file.clone(), source }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    #[test]
    fn what_was_done_stays_done_and_a_broken_file_says_the_way_out() {
        let folder = tempfile::tempdir().unwrap();
        let progress = Progress::in_file(folder.path().join("new/learn.json"));
        assert!(progress.read().unwrap().is_empty());
        progress.tried("match", "RETURN 1", true).unwrap();
        progress.tried("match", "RETURN 2", false).unwrap();
        progress.hinted("match", 2).unwrap();
        progress.hinted("match", 1).unwrap();
        let step = StepProgress { passed: true, hints: 2, query: Some("RETURN 2".to_owned()) };
        assert_eq!(progress.read().unwrap()["match"], step);
        fs::write(folder.path().join("new/learn.json"), "{").unwrap();
        let error = progress.tried("match", "RETURN 1", true).unwrap_err().to_string();
        assert!(error.contains("learn.json") && error.contains("delete it"), "{error}");
    }
}
