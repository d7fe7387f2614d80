//! What is said between the host and programs that speak an older protocol, written down line by line.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A file that keeps each line with its direction and time. Its copies write to the same file.
#[derive(Clone, Debug)]
pub struct Trace {
    file: Arc<Mutex<File>>,
    begun: Instant,
}

impl Trace {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// Where the file can't be written.
    pub fn create(path: &Path) -> io::Result<Trace> {
        Ok(Trace { file: Arc::new(Mutex::new(File::create(path)?)), begun: Instant::now() })
    }

    /// Notes a line that was sent to the program.
    pub(crate) fn note_sent(&self, name: &str, line: &str) {
        self.note(name, '>', line);
    }

    /// Notes a line that the program wrote.
    pub(crate) fn note_received(&self, name: &str, line: &str) {
        self.note(name, '<', line);
    }

    fn note(&self, name: &str, direction: char, line: &str) {
        let time = self.begun.elapsed().as_secs_f64();
        let line: String =
            line.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk does not change the game.
        let _ = file.write_all(format!("{time:10.3} {name} {direction} {line}\n").as_bytes());
    }
}
