//! The types of the page's scripts and the reference of the protocol are generated from the messages in
//! `src/protocol`; what lies in the repository has to be what comes out. `UPDATE_GOLDENS=1` writes it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]
#![forbid(unsafe_code)]

mod javascript;
mod markdown;
mod messages;

use std::fs;
use std::path::PathBuf;

use messages::Messages;
use othello_test_support::assert_goldens;

/// Between these lines the reference stands in `PROTOCOL.md`.
const BEGIN: &str = "<!-- generated from src/protocol by tests/protocol: begin -->\n";
const END: &str = "<!-- generated from src/protocol by tests/protocol: end -->\n";

#[test]
fn the_types_of_the_scripts_and_the_reference_are_those_of_the_messages() {
    let messages = Messages::read(&path("src/protocol"));
    let whole = fs::read_to_string(path("PROTOCOL.md")).unwrap();
    let (before, rest) = whole.split_once(BEGIN).expect("PROTOCOL.md has the beginning line");
    let (_, after) = rest.split_once(END).expect("PROTOCOL.md has the end line");
    let reference = markdown::reference(&messages);
    assert_goldens([
        (path("page/base/protocol.js"), javascript::types(&messages)),
        (path("PROTOCOL.md"), format!("{before}{BEGIN}{reference}{END}{after}")),
    ]);
}

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)
}
