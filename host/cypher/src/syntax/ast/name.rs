//! Names as they are written in the text.

use smol_str::SmolStr;

use crate::error::Span;

/// A name and where it stands, without its back quotes.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name itself.
    pub text: SmolStr,
    /// Its place.
    pub span: Span,
}
