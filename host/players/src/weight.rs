//! What a message takes once it is read, of memory and of the processor: far more than its text, where that is full of
//! small things. So a message is weighed before anybody reads it, and what is too heavy is not read. The unit is a byte
//! of a long list of numbers: what takes as much memory as such a list, but more of the processor, weighs as much as a
//! list that takes as long.

/// The heaviest message that is read: three million numbers are.
const HEAVIEST: usize = 256 << 20;

/// A text that is shorter can't be too heavy whatever is in it.
const LIGHT: usize = 32 << 10;

/// What an object takes, however little is in it: room for some entries at once.
const OBJECT: usize = 1_500;

/// What a list takes, likewise.
const LIST: usize = 500;

/// What an element takes, with what is left free for the next ones.
const ELEMENT: usize = 72;

/// What an entry of an object takes: a name of its own, and a place among all others, which is looked for wherever the
/// object is handed on. All others together cost hardly more than the longest text does.
const ENTRY: usize = 4_000;

/// What a text takes beside its bytes: a place of its own in memory, which is taken and given back.
const TEXT: usize = 300;

/// What a letter takes that is written as an escape.
const ESCAPE: usize = 64;

/// Whether a message in JSON would take more than there is for it. What is no JSON has no weight but its own.
pub(crate) fn is_too_heavy(message: &str) -> bool {
    let is_json = message.trim_start().starts_with(['{', '[', '"']);
    message.len() >= LIGHT && is_json && exceeds(message.as_bytes(), HEAVIEST)
}

/// Whether a message takes more than so much. Within its texts nothing counts but their length and their escapes.
fn exceeds(mut message: &[u8], most: usize) -> bool {
    let mut weight = message.len();
    while let Some((byte, rest)) = message.split_first() {
        message = rest;
        weight += match byte {
            b'{' => OBJECT,
            b'[' => LIST,
            b',' => ELEMENT,
            b':' => ENTRY,
            b'"' => {
                let escapes;
                (message, escapes) = behind_text(rest);
                TEXT + escapes * ESCAPE
            }
            _ => 0,
        };
        if weight > most {
            return true;
        }
    }
    false
}

/// What follows a text of which this is all but the first quote, and how many escapes are in it.
fn behind_text(mut text: &[u8]) -> (&[u8], usize) {
    let mut escapes = 0;
    while let Some(at) = memchr::memchr2(b'"', b'\\', text) {
        let is_end = text[at] == b'"';
        text = text.get(at + if is_end { 1 } else { 2 }..).unwrap_or_default();
        if is_end {
            return (text, escapes);
        }
        escapes += 1;
    }
    (&[], escapes)
}

/// The same in words.
pub(crate) fn words() -> String {
    format!(
        "it would take more than {} MiB to read, or as long as such a list of numbers; send fewer and larger values",
        HEAVIEST >> 20
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_their_own_are_heavier_than_numbers_as_each_is_looked_for() {
        let entries = |number: usize| {
            let entries = (0..number).map(|name| format!("\"{name:x}\":0"));
            entries.collect::<Vec<_>>().join(",")
        };
        for (before, behind) in [
            ("\"params\": {", "}"),
            ("\"params\": {\"a\": {", "}}"),
            ("\"thinking\": {", "}"),
            ("", ""),
        ] {
            let message = |number| {
                format!("{{\"cypher\": \"RETURN 1\", {before}{}{behind}}}", entries(number))
            };
            assert!(!is_too_heavy(&message(50_000)), "{before}");
            assert!(is_too_heavy(&message(100_000)), "{before}");
        }
    }

    #[test]
    fn many_small_things_are_heavy_and_long_texts_and_lists_of_numbers_are_not() {
        let list = |element: &str, times: usize| {
            format!(
                "{{\"cypher\": \"RETURN 1\", \"params\": {{\"a\": [{}0]}}}}",
                element.repeat(times)
            )
        };
        for element in ["{\"\":0},", "{},", "[],", "[0],", "\"\",", "\"a1\",", "\"\\n\","] {
            assert!(is_too_heavy(&list(element, (15 << 20) / element.len())), "{element}");
        }
        assert!(!is_too_heavy(&list("0,", 3_500_000)));
        assert!(!is_too_heavy(&list("12.345,", 500_000)));
        assert!(!is_too_heavy(&list("{\"\":0},", 20_000)));
        assert!(!is_too_heavy(&list("\"a1\",", 500_000)));
        let text = "{[,:\\\"".repeat(2 << 20);
        assert!(!is_too_heavy(&format!("{{\"cypher\": \"{text}\"}}")));
        for escape in ["\\n", "\\\"", "\\u0041\\n"] {
            let text = escape.repeat((15 << 20) / escape.len());
            assert_eq!(is_too_heavy(&format!("{{\"panic\": \"{text}\"}}")), escape.len() == 2);
            assert_eq!(is_too_heavy(&format!("\"{text}\"")), escape.len() == 2);
        }
        assert!(!is_too_heavy(&"{,".repeat(100)));
        assert!(!is_too_heavy(&format!("RETURN {}", "{},".repeat(3 << 20))));
    }
}
