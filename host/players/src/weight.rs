//! How much memory a message takes once it is read: far more than its text, where that is full of small things. So a
//! message is weighed before anybody reads it, and what is too heavy is not read.

/// The heaviest message that is read: some millions of numbers are.
const HEAVIEST: usize = 256 << 20;

/// A text that is shorter can't be too heavy whatever is in it.
const LIGHT: usize = 64 << 10;

/// What an object takes, however little is in it: room for some entries at once.
const OBJECT: usize = 700;

/// What a list takes, likewise.
const LIST: usize = 200;

/// What an element or an entry takes, with what is left free for the next ones.
const ELEMENT: usize = 72;

/// Whether a message in JSON would take more memory than there is for it. What is no JSON has no weight but its own.
pub(crate) fn is_too_heavy(message: &str) -> bool {
    let is_json = message.trim_start().starts_with(['{', '[']);
    message.len() >= LIGHT && is_json && exceeds(message.as_bytes(), HEAVIEST)
}

/// Whether a message takes more than so much. Within its texts nothing counts but their length.
fn exceeds(mut message: &[u8], most: usize) -> bool {
    let mut weight = message.len();
    while let Some((byte, rest)) = message.split_first() {
        message = rest;
        weight += match byte {
            b'{' => OBJECT,
            b'[' => LIST,
            b',' | b':' => ELEMENT,
            b'"' => {
                message = behind_text(rest);
                0
            }
            _ => 0,
        };
        if weight > most {
            return true;
        }
    }
    false
}

/// What follows a text of which this is all but the first quote.
fn behind_text(mut text: &[u8]) -> &[u8] {
    while let Some(at) = memchr::memchr2(b'"', b'\\', text) {
        let is_end = text[at] == b'"';
        text = text.get(at + if is_end { 1 } else { 2 }..).unwrap_or_default();
        if is_end {
            return text;
        }
    }
    &[]
}

/// The same in words.
pub(crate) fn words() -> String {
    format!("it would take more than {} MiB to read; send fewer and larger values", HEAVIEST >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_small_things_are_heavy_and_long_texts_and_lists_of_numbers_are_not() {
        let list = |element: &str, times: usize| {
            format!(
                "{{\"cypher\": \"RETURN 1\", \"params\": {{\"a\": [{}0]}}}}",
                element.repeat(times)
            )
        };
        for element in ["{\"\":0},", "{},", "[],", "[0],", "\"\","] {
            assert!(is_too_heavy(&list(element, (15 << 20) / element.len())), "{element}");
        }
        assert!(!is_too_heavy(&list("12.345,", 500_000)));
        assert!(!is_too_heavy(&list("{\"\":0},", 1_000)));
        let text = "{[,:\\\"".repeat(2 << 20);
        assert!(!is_too_heavy(&format!("{{\"cypher\": \"{text}\"}}")));
        assert!(!is_too_heavy(&"{,".repeat(100)));
        assert!(!is_too_heavy(&format!("RETURN {}", "{},".repeat(3 << 20))));
    }
}
