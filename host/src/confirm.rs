//! Asking the person at the terminal whether something may be done.

use std::io::{IsTerminal, Write, stderr, stdin};

/// Whether somebody is there who can be asked.
pub fn is_possible() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

/// Asks a question that is answered by yes or no; anything but yes is no.
pub fn confirm(question: &str) -> bool {
    tell!("{question} [y/N] ");
    let _ = stderr().flush();
    let mut answer = String::new();
    stdin().read_line(&mut answer).is_ok() && answer.trim().eq_ignore_ascii_case("y")
}
