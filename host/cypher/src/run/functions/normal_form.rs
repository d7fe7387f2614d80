//! Unicode's normal forms, for `normalize()` and `IS NORMALIZED`.

use unicode_normalization::{UnicodeNormalization, is_nfc, is_nfd, is_nfkc, is_nfkd};

use crate::error::Error;
use crate::run::context::Context;
use crate::syntax::ast::NormalForm;
use crate::value::Value;

/// The text in a normal form.
pub(super) fn normalize(
    context: &Context<'_>,
    text: &str,
    form: NormalForm,
) -> Result<Value, Error> {
    match form {
        NormalForm::Nfc => gather(context, text.nfc()),
        NormalForm::Nfd => gather(context, text.nfd()),
        NormalForm::Nfkc => gather(context, text.nfkc()),
        NormalForm::Nfkd => gather(context, text.nfkd()),
    }
}

/// Whether the text is in a normal form.
pub(in crate::run) fn is_normalized(text: &str, form: NormalForm) -> bool {
    match form {
        NormalForm::Nfc => is_nfc(text),
        NormalForm::Nfd => is_nfd(text),
        NormalForm::Nfkc => is_nfkc(text),
        NormalForm::Nfkd => is_nfkd(text),
    }
}

fn gather(context: &Context<'_>, chars: impl Iterator<Item = char>) -> Result<Value, Error> {
    let mut gathered = String::new();
    for char in chars {
        context.tick()?;
        if gathered.len() == gathered.capacity() {
            context.meter.room_for(2 * gathered.len())?;
        }
        gathered.push(char);
    }
    Value::text(gathered, context.meter)
}
