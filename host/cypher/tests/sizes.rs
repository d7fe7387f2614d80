//! What it costs to understand long texts grows with their length and with nothing else, whatever they are made of. How
//! long texts of 64 kB take is for the bench `sizes`.

mod long_texts;

use othello_cypher::{Engine, ErrorKind, Limits, Meter};

/// How long the texts are.
const LENGTH: usize = 16 << 10;
/// How many small pieces of work a byte of text may take.
const STEPS_A_BYTE: u64 = 24;

#[test]
fn a_text_takes_as_many_steps_as_it_is_long_whatever_it_is_made_of() {
    let mut over = Vec::new();
    for (about, text) in long_texts::texts(LENGTH) {
        let text = format!("CYPHER 25 {text}");
        let limits =
            Limits { steps: STEPS_A_BYTE * LENGTH as u64, memory: 256 << 20, ..Limits::default() };
        let outcome = Engine::new().prepare(&text, &Meter::new(limits));
        if let Err(error) = outcome
            && matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::OutOfMemory)
        {
            over.push(format!("{about}: {error}"));
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}
