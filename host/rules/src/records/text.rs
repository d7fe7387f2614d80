//! The bytes of a file as text, and as lines.

/// The text that some bytes stand for: UTF-8, or else Latin-1, in which every byte is a letter.
pub(super) fn text_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// All lines of a file, whichever system wrote their ends; between the two bytes of an end there is an empty one.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| b"\r\n".contains(byte))
}

/// The lines of a file that say something, each with its number among them from 1. What follows a
/// `%` or `#` is a comment.
pub(super) fn content_lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = lines(bytes).filter(|line| {
        let text = line.trim_ascii();
        !text.is_empty() && !text.starts_with(b"%") && !text.starts_with(b"#")
    });
    (1..).zip(lines)
}
