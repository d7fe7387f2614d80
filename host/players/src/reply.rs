//! What a player's reply means, and what is said of a line that is none.

use crate::quote::{one_line, player_text};
use crate::verdict::Verdict;
use othello_player_api::{Answer, Reply};
use std::fmt::Display;

/// How much is shown of a line that is no reply, in letters.
const SHOWN: usize = 200;

/// What is most often the matter with a line of a program that is no message.
const STRAY: &str =
    "standard output is the protocol; print to standard error what is meant for people";

/// What is the matter with a message between whose braces stand single quotes.
const PYTHONS: &str = "; JSON has double quotes: in Python, json.dumps writes it";

/// The words with which a query begins. A program's line that begins otherwise was not meant to be one.
const CLAUSES: [&str; 18] = [
    "call", "create", "cypher", "delete", "detach", "explain", "finish", "foreach", "load",
    "match", "merge", "optional", "profile", "remove", "return", "unwind", "use", "with",
];

/// What a library's or a program's reply to the beginning of a game says, where it can't begin.
pub(crate) fn refusal(reply: &str, is_program: bool) -> Option<Verdict> {
    if is_program && !reply.trim_start().starts_with('{') {
        return Some(stray(reply));
    }
    match Answer::parse(reply).ok()?.reply {
        Reply::Error(reason) => Some(Verdict::Unusable(player_text(&reason))),
        Reply::Panic(text) => Some(Verdict::Panicked(player_text(&text))),
        Reply::Query(_) | Reply::Resign(_) => None,
    }
}

/// The answer in a reply to a round.
pub(crate) fn answer(reply: &str, is_program: bool) -> Result<Answer, Verdict> {
    let text = reply.trim_start();
    if is_program && !text.starts_with(['{', '"']) && !may_be_a_query(text) {
        return Err(stray(reply));
    }
    Answer::parse(reply).map_err(|error| Verdict::BadAnswer(misread(reply, &error)))
}

/// What is said of a message that can't be read: why, the line, and what is most often the matter with such a line.
pub(crate) fn misread(line: &str, error: &impl Display) -> String {
    let single = line.trim_start().trim_start_matches('[').starts_with("{'");
    format!("{error}; {}{}", line_words(line), if single { PYTHONS } else { "" })
}

/// The verdict on a program's line that is neither a message nor a query.
pub(crate) fn stray(line: &str) -> Verdict {
    Verdict::BadAnswer(stray_words(line))
}

/// The same in words.
pub(crate) fn stray_words(line: &str) -> String {
    format!("{}, which is neither JSON nor a query; {STRAY}", line_words(line))
}

/// What is said of a line that came when nothing had been asked.
pub(crate) fn unasked_words(line: &str) -> String {
    format!("{}; {STRAY}", line_words(line))
}

/// A line as it may be shown.
fn line_words(line: &str) -> String {
    let shown = one_line(line, SHOWN);
    if shown.is_empty() {
        return "the line that came is empty".to_owned();
    }
    let more = if line.chars().count() > SHOWN { "..." } else { "" };
    format!("the line that came is: {shown}{more}")
}

fn may_be_a_query(text: &str) -> bool {
    let word: String = text.chars().take(10).take_while(char::is_ascii_alphabetic).collect();
    text.starts_with("//")
        || text.starts_with("/*")
        || CLAUSES.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stray_print_is_told_from_an_answer() {
        for line in [
            "thinking ...",
            "",
            "Traceback (most recent call last):",
            "[1, 2]",
            "3",
            "{'cypher': 1}",
        ] {
            let Err(Verdict::BadAnswer(words)) = answer(line, true) else { panic!("{line}") };
            assert!(line.is_empty() || words.contains(line), "{words}");
            assert_eq!(words.contains(STRAY), !line.starts_with('{'), "{words}");
            assert_eq!(words.contains("json.dumps"), line.starts_with("{'"), "{words}");
        }
        for line in [
            "MATCH (c) RETURN c",
            "  // mine",
            "optional match",
            "\"RETURN 1\"",
            "{\"resign\": \"\"}",
        ] {
            assert!(answer(line, true).is_ok(), "{line}");
        }
        // A library has no standard output to mix up with its answers.
        assert!(answer("thinking ...", false).is_ok());
    }

    #[test]
    fn a_game_begins_with_an_object() {
        assert_eq!(refusal("{}", true), None);
        assert!(matches!(refusal("hello", true), Some(Verdict::BadAnswer(_))));
        assert!(matches!(refusal("{\"error\": \"no\"}", true), Some(Verdict::Unusable(_))));
    }
}
