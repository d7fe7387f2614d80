//! Patterns that are refused: those that are none, and those that are too much.

use std::fmt::Display;

use crate::error::{Error, ErrorKind};

/// How large a compiled pattern may become, in bytes: what it may cost before it has matched anything.
pub(super) const LARGEST: usize = 512 << 10;

#[cold]
pub(super) fn not_a_pattern(error: impl Display) -> Error {
    let message = format!("not a regular expression: {error}");
    Error::new(ErrorKind::Semantic, message).because("InvalidRegex")
}

#[cold]
pub(super) fn too_complex(error: impl Display) -> Error {
    Error::new(ErrorKind::TooLarge, format!("the regular expression is too complex: {error}"))
}

#[cold]
pub(super) fn unsupported(what: &str) -> Error {
    let message = format!("{what} in a regular expression is not supported by the embedded engine");
    Error::new(ErrorKind::Unsupported, message)
}
