//! Regular expressions of `=~`, compiled once a run. They are walked as automata, byte by byte, so that even
//! the worst pattern on the longest text takes linear time and can be stopped. What no automaton can do
//! (looking around, references back) goes to a backtracking matcher with a bound on its steps.

use std::cell::RefCell;
use std::rc::Rc;

use hashbrown::HashMap;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};

use crate::error::{Error, ErrorKind};
use crate::meter::Meter;

/// How large an automaton may become, in bytes: what a pattern may cost before it has matched anything.
const AUTOMATON: usize = 512 << 10;
/// How many bytes are walked between two looks at the clock: each may cost as much as the automaton is large.
const STRIDE: usize = 16;
/// How often the other matcher may go back, which takes it a few milliseconds.
const BACKTRACKS: usize = 100_000;

/// How many are kept at once. A query that makes up a new pattern for each row would hold, and at its end let
/// go of, more than its limits know of.
const KEPT: usize = 64;

/// The last regular expressions of a run, by their text.
#[derive(Default)]
pub(super) struct Regexes(RefCell<HashMap<String, Rc<Regex>>>);

enum Regex {
    Walked(Box<(DFA, RefCell<Cache>)>),
    Backtracked(Box<fancy_regex::Regex>),
}

impl Regexes {
    /// Whether all of a text matches.
    pub fn matches(&self, meter: &Meter, pattern: &str, text: &str) -> Result<bool, Error> {
        let known = self.0.borrow().get(pattern).map(Rc::clone);
        let regex = match known {
            Some(regex) => regex,
            None => {
                let regex = Rc::new(compile(pattern)?);
                let mut kept = self.0.borrow_mut();
                if kept.len() >= KEPT {
                    kept.clear();
                }
                kept.insert(pattern.to_owned(), Rc::clone(&regex));
                regex
            }
        };
        match &*regex {
            Regex::Walked(walked) => walk(meter, &walked.0, &mut walked.1.borrow_mut(), text),
            Regex::Backtracked(regex) => regex.is_match(text).map_err(too_complex),
        }
    }
}

fn compile(pattern: &str) -> Result<Regex, Error> {
    let pattern = translate(pattern);
    // Every way in which a text could match is kept alive: whichever ends with the text counts.
    let dfa = DFA::builder()
        .configure(DFA::config().match_kind(MatchKind::All).skip_cache_capacity_check(true))
        .thompson(thompson::Config::new().nfa_size_limit(Some(AUTOMATON)))
        .build(&pattern);
    if let Ok(dfa) = dfa {
        let cache = RefCell::new(dfa.create_cache());
        return Ok(Regex::Walked(Box::new((dfa, cache))));
    }
    fancy_regex::RegexBuilder::new(&format!(r"\A(?:{pattern})\z"))
        .backtrack_limit(BACKTRACKS)
        .delegate_size_limit(AUTOMATON)
        .build()
        .map(|regex| Regex::Backtracked(Box::new(regex)))
        .map_err(|error| match error {
            fancy_regex::Error::ParseError(..) => {
                let message = format!("not a regular expression: {error}");
                Error::new(ErrorKind::Syntax, message).because("InvalidRegex")
            }
            error => too_complex(error),
        })
}

fn walk(meter: &Meter, dfa: &DFA, cache: &mut Cache, text: &str) -> Result<bool, Error> {
    let config = start::Config::new().anchored(Anchored::Yes);
    let mut state = dfa.start_state(cache, &config).map_err(too_complex)?;
    for stride in text.as_bytes().chunks(STRIDE) {
        meter.check()?;
        for &byte in stride {
            state = dfa.next_state(cache, state, byte).map_err(too_complex)?;
            if state.is_dead() {
                return Ok(false);
            }
        }
    }
    Ok(dfa.next_eoi_state(cache, state).map_err(too_complex)?.is_match())
}

#[cold]
fn too_complex(error: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::TooLarge, format!("the regular expression is too complex: {error}"))
}

/// A pattern as Java understands it, in the words of the matchers here: Java's classes are ASCII's, and it
/// quotes by `\Q...\E`.
fn translate(pattern: &str) -> String {
    let mut translated = String::with_capacity(pattern.len());
    let mut rest = pattern.chars();
    while let Some(char) = rest.next() {
        if char != '\\' {
            translated.push(char);
            continue;
        }
        match rest.next() {
            Some('d') => translated.push_str("[0-9]"),
            Some('D') => translated.push_str("[^0-9]"),
            Some('w') => translated.push_str("[0-9A-Za-z_]"),
            Some('W') => translated.push_str("[^0-9A-Za-z_]"),
            Some('s') => translated.push_str(r"[ \t\n\x0B\f\r]"),
            Some('S') => translated.push_str(r"[^ \t\n\x0B\f\r]"),
            Some('b') => translated.push_str(r"(?-u:\b)"),
            Some('Q') => {
                let quoted = rest.as_str();
                let (quoted, behind) = quoted.split_once("\\E").unwrap_or((quoted, ""));
                translated.push_str(&fancy_regex::escape(quoted));
                rest = behind.chars();
            }
            Some(other) => translated.extend(['\\', other]),
            None => translated.push('\\'),
        }
    }
    translated
}

#[cfg(test)]
mod tests {
    use super::translate;

    #[test]
    fn javas_classes_are_ascii_and_its_quotes_are_escaped() {
        assert_eq!(translate(r"\d+[\w.]"), "[0-9]+[[0-9A-Za-z_].]");
        assert_eq!(translate(r"\Qa.b\E."), r"a\.b.");
        assert_eq!(translate(r"\\d"), r"\\d");
    }
}
