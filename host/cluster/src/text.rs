//! Texts of strangers, before they are shown.

use othello_rules::text::{lines, one_line};

/// The longest text that a worker has to say of itself.
const LONGEST: usize = 400;

/// The longest one that tells what happened in a game, with the query's own lines and what is wrong in them.
const LONGEST_REASON: usize = 4000;

/// The longest text of a round, and of what a player wrote: as long as it is kept where it was played.
const LONGEST_EXHIBIT: usize = 64 << 10;

/// One line of a stranger's text, without what a terminal would obey.
pub(crate) fn shortened(text: &str) -> String {
    one_line(text).chars().take(LONGEST).collect()
}

/// What a stranger says of a game, in lines, without what a terminal would obey.
pub(crate) fn shortened_reason(text: &str) -> String {
    lines(text).chars().take(LONGEST_REASON).collect()
}

/// What a stranger says of a round, which whoever shows it makes harmless.
pub(crate) fn cut_exhibit(text: &mut String) {
    text.truncate(text.floor_char_boundary(LONGEST_EXHIBIT));
}
