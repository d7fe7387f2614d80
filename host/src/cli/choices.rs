//! Options that take one of a few words: which word stands for which value of the modules below, and what `--help`
//! says of it. So those modules need not know of a command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A word of the command line.
pub struct Choice<T> {
    /// The word, and behind it others that are taken for it.
    words: &'static [&'static str],
    help: &'static str,
    value: T,
}

impl<T> Choice<T> {
    /// What this word stands for; `--help` says so in these words, where the word alone does not.
    pub const fn new(words: &'static [&'static str], help: &'static str, value: T) -> Choice<T> {
        Choice { words, help, value }
    }
}

/// Takes one of these words.
pub fn one_of<T>(choices: &'static [Choice<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let words = choices.iter().map(|Choice { words, help, .. }| {
        let word = PossibleValue::new(words[0]).aliases(&words[1..]);
        if help.is_empty() { word } else { word.help(*help) }
    });
    PossibleValuesParser::new(words).map(|typed| {
        let is_it = |word: &&str| word.eq_ignore_ascii_case(&typed);
        let choice = choices.iter().find(|choice| choice.words.iter().any(is_it));
        choice.expect("one of the words that are let through").value
    })
}
