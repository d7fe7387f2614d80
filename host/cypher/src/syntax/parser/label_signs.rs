//! The two ways of writing labels, of which a clause has one.

use crate::error::{Error, Span};

/// Which of the two a clause has: `:A:B`, or `IS A`, `:A&B`, `:A|B`, `:!A` and `:%`.
#[derive(Clone, Copy, Default)]
pub(super) struct LabelSigns {
    older: bool,
    newer: bool,
}

impl LabelSigns {
    /// Takes note of labels in the older or the newer way, which must be that of those before them.
    pub(super) fn add(&mut self, older: bool, newer: bool, span: Span) -> Result<(), Error> {
        self.older |= older;
        self.newer |= newer;
        if !(self.older && self.newer) {
            return Ok(());
        }
        let message = "the old \":A:B\" can't stand in one clause with IS, \"|\", \"&\", \"!\" and \"%\"; \
                       write \":A&B\" instead of \":A:B\"";
        Err(Error::syntax(span, message).because("InvalidLabelExpression"))
    }
}
