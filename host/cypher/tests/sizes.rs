//! What it costs to understand long texts grows with their length and with nothing else, whatever they are made of. How
//! long texts of 64 kB take, to the tenth of a millisecond, is for the bench `sizes`.

mod long_texts;

use std::time::Duration;

use othello_cypher::{Engine, Error, ErrorKind, Limits, Meter};

/// How long the texts are.
const LENGTH: usize = 16 << 10;
/// How many small pieces of work a byte of text may take.
const STEPS_A_BYTE: u64 = 24;

#[test]
fn a_text_takes_as_many_steps_as_it_is_long_whatever_it_is_made_of() {
    let mut over = Vec::new();
    for (about, text) in long_texts::texts(LENGTH) {
        let text = format!("CYPHER 25 {text}");
        let steps = STEPS_A_BYTE * LENGTH as u64;
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

// Steps are counted where somebody thought of it; the processor counts what nobody thought of.
#[test]
fn no_text_of_64_kilobytes_keeps_the_processor_for_long() {
    // Five times what may be taken by what is compiled for speed on a quiet machine, as tests are not.
    let most = Duration::from_millis(250);
    let mut over = Vec::new();
    for (about, text) in long_texts::texts(4 * LENGTH) {
        // What took long because the machine was slow for a moment takes less another time.
        let takes_long = |time: fn(&str) -> Duration| (0..5).all(|_| time(&text) > most);
        if takes_long(long_texts::time_to_prepare) || takes_long(long_texts::time_to_explain) {
            over.push(about);
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}

#[test]
fn long_texts_of_clauses_that_name_and_share_variables_are_understood() {
    let wanted = ["WITH", "WITH *", "CALL", "CALL (*)", "OPTIONAL MATCH", "UNWIND", "LET"];
    for (about, text) in long_texts::texts(4 * LENGTH) {
        if wanted.contains(&about.as_str()) {
            let outcome = Engine::new().prepare(&format!("CYPHER 25 {text}"), &Meter::default());
            assert!(outcome.is_ok(), "{about}: {outcome:?}");
        }
    }
}

#[test]
fn what_is_said_of_many_unknown_variables_among_many_known_ones_is_that_they_are_unknown() {
    let known: Vec<String> = (0..1_000).map(|i| format!("{i} AS known{i}")).collect();
    let unknown: Vec<String> = (0..60).map(|i| format!("knwon{i}")).collect();
    let text = format!("WITH {} RETURN [{}] AS list", known.join(", "), unknown.join(", "));
    let error = Engine::new().prepare(&text, &Meter::default()).expect_err("unknown variables");
    assert!(
        error.to_string().contains("`knwon0` is not defined; did you mean `known0`?"),
        "{error}"
    );
}
