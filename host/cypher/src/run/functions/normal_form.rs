//! Unicode's normal forms, for `normalize()` and `IS NORMALIZED`.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use crate::error::{Error, ErrorKind};
use crate::run::context::Context;
use crate::run::growing_text::GrowingText;
use crate::syntax::ast::NormalForm;
use crate::value::Value;

/// How many marks a character may have to be normalized.
const MARKS: usize = 4096;

/// The text in a normal form.
pub(super) fn normalize(
    context: &Context<'_>,
    text: &str,
    form: NormalForm,
) -> Result<Value, Error> {
    no_long_marks(context, text)?;
    match form {
        NormalForm::Nfc => gather(context, text.nfc()),
        NormalForm::Nfd => gather(context, text.nfd()),
        NormalForm::Nfkc => gather(context, text.nfkc()),
        NormalForm::Nfkd => gather(context, text.nfkd()),
    }
}

/// Whether the text is in a normal form.
pub(in crate::run) fn is_normalized(
    context: &Context<'_>,
    text: &str,
    form: NormalForm,
) -> Result<bool, Error> {
    no_long_marks(context, text)?;
    match form {
        NormalForm::Nfc => same(context, text, text.nfc()),
        NormalForm::Nfd => same(context, text, text.nfd()),
        NormalForm::Nfkc => same(context, text, text.nfkc()),
        NormalForm::Nfkd => same(context, text, text.nfkd()),
    }
}

/// Marks on one character are put in order together, which nothing can interrupt: so there may not be many.
fn no_long_marks(context: &Context<'_>, text: &str) -> Result<(), Error> {
    let mut marks = 0;
    for char in text.chars() {
        context.tick()?;
        marks = if char.is_ascii() || canonical_combining_class(char) == 0 { 0 } else { marks + 1 };
        if marks > MARKS {
            let message = format!("a character with more than {MARKS} marks can't be normalized");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
    }
    Ok(())
}

fn same(
    context: &Context<'_>,
    text: &str,
    normalized: impl Iterator<Item = char>,
) -> Result<bool, Error> {
    let mut chars = text.chars();
    for char in normalized {
        context.tick()?;
        if chars.next() != Some(char) {
            return Ok(false);
        }
    }
    Ok(chars.next().is_none())
}

fn gather(context: &Context<'_>, chars: impl Iterator<Item = char>) -> Result<Value, Error> {
    let mut gathered = GrowingText::new(context.meter);
    for char in chars {
        context.tick()?;
        gathered.push(char)?;
    }
    gathered.finish()
}
