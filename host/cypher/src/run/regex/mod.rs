//! Regular expressions of `=~`, compiled once a run. They are walked as automata, byte by byte, so that even
//! the worst pattern on the longest text takes linear time and can be stopped. What no automaton can do (looking
//! around, references back, what gives nothing back) goes to a backtracking matcher whose steps are the meter's.

mod backtrack;
mod program;
mod refusal;

use std::cell::RefCell;
use std::rc::Rc;

use hashbrown::HashMap;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};

use crate::error::Error;
use crate::meter::{Charge, Meter};
use program::Program;
use refusal::{LARGEST, too_complex};

/// How long a pattern may be, in bytes, before it is compiled: what can't be interrupted must be short.
const LONGEST: usize = 4 << 10;
/// What a class of many characters counts for where case does not matter: all of them are folded one by one.
const FOLDED: usize = 512;
/// How many bytes are walked between two looks at the clock: each may cost as much as the automaton is large.
const STRIDE: usize = 16;

/// How many are kept at once.
const KEPT: usize = 64;

/// The last regular expressions of a run, by their text.
#[derive(Default)]
pub(super) struct Regexes(RefCell<HashMap<String, Rc<RefCell<Regex>>>>);

/// A compiled pattern, with what it takes.
struct Regex {
    matcher: Matcher,
    charge: Charge,
}

enum Matcher {
    Walked(Box<(DFA, Cache)>),
    Backtracked(Program),
}

impl Regexes {
    /// Whether all of a text matches.
    pub fn matches(&self, meter: &Meter, pattern: &str, text: &str) -> Result<bool, Error> {
        let known = self.0.borrow().get(pattern).map(Rc::clone);
        let regex = match known {
            Some(regex) => regex,
            None => {
                let regex = Rc::new(RefCell::new(Regex::new(pattern, meter)?));
                let mut kept = self.0.borrow_mut();
                if kept.len() >= KEPT {
                    kept.clear();
                }
                kept.insert(pattern.to_owned(), Rc::clone(&regex));
                regex
            }
        };
        let mut regex = regex.borrow_mut();
        let matches = match &mut regex.matcher {
            Matcher::Walked(walked) => walk(meter, &walked.0, &mut walked.1, text)?,
            Matcher::Backtracked(program) => backtrack::matches(meter, program, text)?,
        };
        regex.recharge(meter)?;
        Ok(matches)
    }
}

impl Regex {
    fn new(pattern: &str, meter: &Meter) -> Result<Regex, Error> {
        meter.check()?;
        meter.room_for(LARGEST)?;
        let mut regex = Regex { matcher: compile(pattern, meter)?, charge: Charge::default() };
        regex.recharge(meter)?;
        meter.check()?;
        Ok(regex)
    }

    /// Charges what it takes by now: an automaton grows while it is walked.
    fn recharge(&mut self, meter: &Meter) -> Result<(), Error> {
        let bytes = match &self.matcher {
            Matcher::Walked(walked) => walked.0.memory_usage() + walked.1.memory_usage(),
            Matcher::Backtracked(program) => program.bytes,
        };
        self.charge.grow(meter, bytes.saturating_sub(self.charge.bytes()))
    }
}

fn compile(pattern: &str, meter: &Meter) -> Result<Matcher, Error> {
    let too_long = || too_complex("its pattern is too long");
    if pattern.len() > LONGEST {
        return Err(too_long());
    }
    let pattern = translate(pattern);
    if size(&pattern) > LONGEST {
        return Err(too_long());
    }
    if !gives_nothing_back(&pattern)
        && let Some(dfa) = automaton(&pattern)
    {
        let cache = dfa.create_cache();
        return Ok(Matcher::Walked(Box::new((dfa, cache))));
    }
    meter.check()?;
    Program::new(&pattern, meter).map(Matcher::Backtracked)
}

/// The automaton of a pattern. Every way in which a text could match is kept alive: whichever ends with the text
/// counts.
fn automaton(pattern: &str) -> Option<DFA> {
    DFA::builder()
        .configure(DFA::config().match_kind(MatchKind::All).skip_cache_capacity_check(true))
        .thompson(thompson::Config::new().nfa_size_limit(Some(LARGEST)))
        .build(pattern)
        .ok()
}

/// Whether there may be a quantifier such as `*+`, which the automaton's parser would read as two.
fn gives_nothing_back(pattern: &str) -> bool {
    ["*+", "++", "?+", "}+"].iter().any(|quantifier| pattern.contains(quantifier))
}

/// The length of a pattern, to which is added what classes of many characters cost where case does not matter.
fn size(pattern: &str) -> usize {
    let flags = pattern.split("(?").skip(1).map(|group| group.split([':', ')']).next());
    let folds = flags.flatten().any(|flags| flags.contains('i'));
    let wide = ["[^", "\\p", "\\P", "\\x", "\\u", "\\U", "[:"];
    let classes = || {
        let written: usize = wide.iter().map(|class| pattern.matches(class).count()).sum();
        written + pattern.chars().filter(|char| !char.is_ascii()).count()
    };
    pattern.len() + if folds { FOLDED * classes() } else { 0 }
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
