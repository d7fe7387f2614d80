//! The types of the page's scripts and the reference of the protocol are generated from the messages in
//! `src/protocol`; what lies in the repository has to be what comes out. `UPDATE_GOLDEN=1` writes it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]

mod javascript;
mod markdown;
mod messages;

use std::fs;
use std::path::PathBuf;

use messages::Messages;

/// Between these lines the reference stands in `PROTOCOL.md`.
const BEGIN: &str = "<!-- generated from src/protocol by tests/protocol: begin -->\n";
const END: &str = "<!-- generated from src/protocol by tests/protocol: end -->\n";

#[test]
fn the_types_of_the_scripts_are_those_of_the_messages() {
    let messages = Messages::read(&path("src/protocol"));
    is_kept("page/base/protocol.js", &javascript::written(&messages));
}

#[test]
fn the_reference_is_that_of_the_messages() {
    let messages = Messages::read(&path("src/protocol"));
    let whole = fs::read_to_string(path("PROTOCOL.md")).unwrap();
    let (before, rest) = whole.split_once(BEGIN).expect("PROTOCOL.md has the beginning line");
    let (_, after) = rest.split_once(END).expect("PROTOCOL.md has the end line");
    let reference = markdown::written(&messages);
    is_kept("PROTOCOL.md", &format!("{before}{BEGIN}{reference}{END}{after}"));
}

/// Sees to it that a file of the crate says this.
#[track_caller]
fn is_kept(file: &str, wanted: &str) {
    let path = path(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, wanted).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let same = kept.lines().zip(wanted.lines()).take_while(|(one, other)| one == other).count();
    assert!(
        kept == wanted,
        "{file} differs from the types in src/protocol from line {} on; UPDATE_GOLDEN=1 writes it anew\n\
         there: {:?}\nnow:   {:?}",
        same + 1,
        kept.lines().nth(same),
        wanted.lines().nth(same)
    );
}

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)
}
