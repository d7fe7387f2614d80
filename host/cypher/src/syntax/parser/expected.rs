//! What the parser looked for at the place where it gave up, and the sentence that is made of it.

use crate::near;
use crate::syntax::token::TokenKind;

/// The TCK's name for a token where none of its kind may stand.
pub(super) const UNEXPECTED: &str = "UnexpectedSyntax";

/// More than so many expectations make a sentence that nobody reads.
const LISTED: usize = 10;

/// The expectations at the furthest token that was looked at.
#[derive(Default)]
pub(super) struct Expected {
    at: usize,
    what: Vec<&'static str>,
}

impl Expected {
    /// Notes that `what` could stand at token `at`.
    pub(super) fn note(&mut self, at: usize, what: &'static str) {
        if at > self.at {
            self.at = at;
            self.what.clear();
        }
        if at == self.at && !self.what.contains(&what) {
            self.what.push(what);
        }
    }

    /// The sentence about the token at `at`, which reads `word`.
    pub(super) fn message(&self, at: usize, kind: TokenKind, word: &str) -> String {
        let mut message = match kind {
            TokenKind::End => "the query ends too early".to_owned(),
            _ => format!("unexpected {}", quote(word)),
        };
        if kind == TokenKind::BangEqual {
            return format!("{message}; \"not equal\" is written <>");
        }
        let what: &[&str] = if at == self.at { &self.what } else { &[] };
        let keywords =
            what.iter().copied().filter(|what| what.bytes().all(|byte| byte.is_ascii_uppercase()));
        let is_word = matches!(kind, TokenKind::Identifier | TokenKind::Keyword(_));
        if is_word && let Some(near) = near::nearest(&word.to_uppercase(), keywords) {
            return format!("{message}; did you mean {near}?");
        }
        match what {
            [] => {}
            [one] => message.push_str(&format!("; expected {one}")),
            [some @ .., last] if what.len() <= LISTED => {
                message.push_str(&format!("; expected {} or {last}", some.join(", ")));
            }
            many => {
                message.push_str(&format!("; expected {} and others", many[..LISTED].join(", ")))
            }
        }
        message
    }
}

/// The word in quotes, cut where it is long.
fn quote(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut characters = word.chars();
    let start: String = characters.by_ref().take(LONGEST).collect();
    let dots = if characters.next().is_some() { "..." } else { "" };
    if start.starts_with(['"', '\'']) {
        format!("{start}{dots}")
    } else {
        format!("\"{start}{dots}\"")
    }
}
