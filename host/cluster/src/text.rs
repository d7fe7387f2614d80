//! Texts of strangers, before they are shown.

/// The longest text that a worker has to say of itself.
const LONGEST: usize = 400;

/// One line of a stranger's text, without what a terminal would obey.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().filter(|it| !it.is_control()).take(LONGEST).collect()
}
