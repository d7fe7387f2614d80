//! Which places of a text are where lines begin and end, and words.

use regex_syntax::is_word_character;

use super::pattern::{Lines, Place};

/// Whether a place of a text is such a one, where the last match ended there.
pub(super) fn is_at(place: Place, text: &str, at: usize, last: usize) -> bool {
    let (before, after) = text.split_at(at);
    match place {
        Place::Start => before.is_empty(),
        Place::End => after.is_empty(),
        Place::LastMatch => at == last,
        Place::StartOfLine(lines) => {
            !after.is_empty()
                && (before.is_empty()
                    || before.ends_with(|char| lines.end(char)) && !within(before, after))
        }
        Place::EndOfLine(lines) => ends(lines, before, after),
        Place::LastLine(lines) => {
            let is_last = after == "\r\n" || after.chars().nth(1).is_none();
            is_last && ends(lines, before, after)
        }
        Place::Bound { negated, unicode } => {
            let is_word = |char: Option<char>| {
                char.is_some_and(|char| match unicode {
                    true => is_word_character(char),
                    false => char.is_ascii_alphanumeric() || char == '_',
                })
            };
            let is_bound = is_word(before.chars().next_back()) != is_word(after.chars().next());
            is_bound != negated
        }
    }
}

fn ends(lines: Lines, before: &str, after: &str) -> bool {
    after.is_empty()
        || after.starts_with(|char| lines.end(char))
            && !(lines == Lines::Any && within(before, after))
}

/// Whether a line feed follows on its carriage return: the two end one line.
fn within(before: &str, after: &str) -> bool {
    before.ends_with('\r') && after.starts_with('\n')
}
