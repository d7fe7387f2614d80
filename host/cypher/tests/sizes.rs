//! What it costs to understand long texts grows with their length and with nothing else, whatever they are made of. How
//! long texts of 64 kB take is for the bench `sizes`.

mod long_texts;

use othello_cypher::{Engine, Error, ErrorKind, Limits, Meter};

/// How long the texts are.
const LENGTH: usize = 16 << 10;
/// How many small pieces of work a byte of text may take.
const STEPS_A_BYTE: u64 = 24;

/// Where every variable is copied for each clause, or compared with each name that is unknown, a text takes more, up to
/// what the check allows any text.
const COPYING: [&str; 3] = ["unknown variables", "CALL", "CALL (*)"];
/// What the check allows any text.
const CHECK: u64 = 2_000_000;

#[test]
fn a_text_takes_as_many_steps_as_it_is_long_whatever_it_is_made_of() {
    let mut over = Vec::new();
    for (about, text) in long_texts::texts(LENGTH) {
        let text = format!("CYPHER 25 {text}");
        let most = STEPS_A_BYTE * LENGTH as u64;
        let steps = if COPYING.contains(&about.as_str()) { most + CHECK } else { most };
        let limits = Limits { steps, memory: 256 << 20, ..Limits::default() };
        let outcome = Engine::new().prepare(&text, &Meter::new(limits));
        // A text with too many variables is refused under the same kind.
        let is_over = |error: &Error| match error.kind() {
            ErrorKind::TimedOut | ErrorKind::OutOfMemory => true,
            _ => error.to_string().ends_with(" steps"),
        };
        if let Err(error) = outcome
            && is_over(&error)
        {
            over.push(format!("{about}: {error}"));
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}
