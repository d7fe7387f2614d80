//! What goes wrong on the host's side is told to whoever runs it, on standard error, as long as somebody reads that.

use std::fmt::Display;
use std::io::{Write as _, stderr};

pub(crate) fn complain(what: impl Display) {
    let _ = writeln!(stderr(), "othello-host: {what}");
}
