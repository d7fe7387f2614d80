//! Regular expressions, compiled once a run. Those of `=~` are walked as automata, byte by byte, so that even
//! the worst pattern on the longest text takes linear time and can be stopped. What no automaton can do (looking
//! around, references back, what gives nothing back) goes to a backtracking matcher whose steps are the meter's, as does
//! what is replaced, of which it must be known where it begins and ends and what its groups are.

mod backtrack;
mod class;
mod program;
mod refusal;
mod replace;

use std::cell::RefCell;
use std::rc::Rc;

use hashbrown::HashMap;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};

use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::value::Value;
use class::folds_many;
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

/// The last regular expressions of a run.
#[derive(Default)]
pub(super) struct Regexes {
    /// What is matched with whole texts.
    whole: Kept,
    /// What is looked for in texts.
    parts: Kept,
}

/// Regular expressions by their text.
#[derive(Default)]
struct Kept(RefCell<HashMap<String, Rc<RefCell<Regex>>>>);

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
        let regex = self.whole.get(pattern, meter, compile)?;
        let mut regex = regex.borrow_mut();
        let matches = match &mut regex.matcher {
            Matcher::Walked(walked) => walk(meter, &walked.0, &mut walked.1, text)?,
            Matcher::Backtracked(program) => backtrack::matches(meter, program, text)?,
        };
        regex.recharge(meter)?;
        Ok(matches)
    }

    /// A text in which everything that matches is replaced.
    pub fn replace(
        &self,
        meter: &Meter,
        pattern: &str,
        text: &str,
        by: &str,
    ) -> Result<Value, Error> {
        let regex = self.parts.get(pattern, meter, compile_backtracked)?;
        match &regex.borrow().matcher {
            Matcher::Walked(_) => Err(too_complex("it can't tell where it matches")),
            Matcher::Backtracked(program) => replace::replace(meter, program, text, by),
        }
    }
}

/// What makes a matcher of a pattern.
type Compile = fn(&str, &Meter) -> Result<Matcher, Error>;

impl Kept {
    fn get(
        &self,
        pattern: &str,
        meter: &Meter,
        compile: Compile,
    ) -> Result<Rc<RefCell<Regex>>, Error> {
        if let Some(known) = self.0.borrow().get(pattern) {
            return Ok(Rc::clone(known));
        }
        let regex = Rc::new(RefCell::new(Regex::new(pattern, meter, compile)?));
        let mut kept = self.0.borrow_mut();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(pattern.to_owned(), Rc::clone(&regex));
        Ok(regex)
    }
}

impl Regex {
    fn new(pattern: &str, meter: &Meter, compile: Compile) -> Result<Regex, Error> {
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

/// How the automaton and the backtracking matcher are told of a bound of a word of ASCII's: the former takes others'
/// words for words as well, the latter knows no others.
const AUTOMATONS_BOUND: &str = r"(?-u:\b)";
const BACKTRACKED_BOUND: &str = r"\b";

/// A pattern in the words of the matchers here, which is not too long for them.
fn translate_short(pattern: &str, bound: &str) -> Result<String, Error> {
    let translated = if pattern.len() > LONGEST { None } else { Some(translate(pattern, bound)) };
    let short = translated.filter(|translated| size(translated) <= LONGEST);
    short.ok_or_else(|| too_complex("its pattern is too long"))
}

fn compile_backtracked(pattern: &str, meter: &Meter) -> Result<Matcher, Error> {
    let pattern = translate_short(pattern, BACKTRACKED_BOUND)?;
    Program::new(&pattern, meter).map(Matcher::Backtracked)
}

fn compile(pattern: &str, meter: &Meter) -> Result<Matcher, Error> {
    let translated = translate_short(pattern, AUTOMATONS_BOUND)?;
    let waits = size(&translated) > translated.len() && folds_many(&translated);
    if !waits
        && !gives_nothing_back(&translated)
        && let Some(dfa) = automaton(&translated)
    {
        let cache = dfa.create_cache();
        return Ok(Matcher::Walked(Box::new((dfa, cache))));
    }
    meter.check()?;
    compile_backtracked(pattern, meter)
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
fn translate(pattern: &str, bound: &str) -> String {
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
            Some('b') => translated.push_str(bound),
            Some('z') => translated.push_str(r"(?![\s\S])"),
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
    use super::{BACKTRACKED_BOUND, Regexes, translate};
    use crate::error::Error;
    use crate::meter::Meter;

    #[test]
    fn javas_classes_are_ascii_and_its_quotes_are_escaped() {
        assert_eq!(translate(r"\d+[\w.]", BACKTRACKED_BOUND), "[0-9]+[[0-9A-Za-z_].]");
        assert_eq!(translate(r"\Qa.b\E.", BACKTRACKED_BOUND), r"a\.b.");
        assert_eq!(translate(r"\\d", BACKTRACKED_BOUND), r"\\d");
    }
    #[test]
    fn bounds_of_words_are_found_by_the_automaton_and_by_the_matcher_that_goes_back()
    -> Result<(), Error> {
        let (regexes, meter) = (Regexes::default(), Meter::default());
        for (pattern, text, expected) in [
            (r"aa\b b", "aa b", true),
            (r"(a)\1\b b", "aa b", true),
            (r"(a)\1\bb", "aab", false),
            (r"(a)\1\b\u00e4", "aa\u{e4}", true),
            (r"aa\b\u00e4", "aa\u{e4}", true),
        ] {
            assert_eq!(regexes.matches(&meter, pattern, text)?, expected, "{pattern}");
        }
        let replaced = |text| regexes.replace(&meter, r"\b", text, "-").map(|it| it.to_string());
        assert_eq!((replaced("")?, replaced("ab cd")?), ("''".into(), "'-ab- -cd-'".into()));
        Ok(())
    }
}
