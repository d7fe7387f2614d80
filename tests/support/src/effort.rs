//! How much the tests do: what takes long, or much of a real server, is for those who ask for all of it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Mutex;

/// Asks for all tests, as `.ci/run` does.
const ALL: &str = "OTHELLO_TEST_ALL";

/// Whether all tests are asked for. Where they are not, a line says what is left out.
#[must_use]
pub fn all_are_wanted(what: &str) -> bool {
    let wanted = std::env::var_os(ALL).is_some_and(|value| !value.is_empty());
    if !wanted {
        say_skipped(&format!("{what}: {ALL}=1 asks for them"));
    }
    wanted
}

/// Says what was left out and why, past the test harness, which hides what a passing test prints; the same only
/// once in a process.
pub fn say_skipped(what: &str) {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut said = SAID.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !said.iter().any(|known| known == what) {
        said.push(what.to_owned());
        let mut line = String::from("\n");
        let _ = writeln!(line, "skipped: {what}");
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}
