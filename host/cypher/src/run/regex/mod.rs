//! Regular expressions, compiled once a run. Those of `=~` are walked as automata, byte by byte, so that even
//! the worst pattern on the longest text takes linear time and can be stopped. What no automaton can do (looking
//! around, references back, what gives nothing back) goes to a backtracking matcher whose steps are the meter's, as does
//! what is replaced, of which it must be known where it begins and ends and what its groups are.

mod automaton;
mod backtrack;
mod fold;
mod java;
mod pattern;
mod place;
mod program;
mod refusal;
mod replace;

use std::cell::RefCell;
use std::rc::Rc;

use hashbrown::HashMap;

use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::value::Value;
use automaton::Automaton;
use program::Program;
use refusal::{LARGEST, too_complex};

/// How long a pattern may be, in bytes, before it is compiled: what can't be interrupted must be short.
const LONGEST: usize = 4 << 10;

/// How many are kept at once.
const KEPT: usize = 64;

/// The last regular expressions of a run.
#[derive(Default)]
pub(super) struct Regexes {
    /// What is matched with whole texts.
    whole: Kept<Regex>,
    /// What is looked for in texts.
    parts: Kept<Program>,
}

/// What a pattern was compiled to, with what it takes.
type Charged<T> = Rc<RefCell<(T, Charge)>>;

/// Compiled patterns by their text.
struct Kept<T>(RefCell<HashMap<String, Charged<T>>>);

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(RefCell::default())
    }
}

/// What all of a text is compared with.
enum Regex {
    Walked(Box<Automaton>),
    Backtracked(Program),
}

impl Regexes {
    /// Whether all of a text matches.
    pub fn matches(&self, meter: &Meter, pattern: &str, text: &str) -> Result<bool, Error> {
        let regex = self.whole.get(pattern, meter, |pattern, meter| {
            let regex = Regex::new(pattern, meter)?;
            let bytes = regex.bytes();
            Ok((regex, bytes))
        })?;
        let (regex, charge) = &mut *regex.borrow_mut();
        let matches = match regex {
            Regex::Walked(automaton) => automaton.matches(meter, text)?,
            Regex::Backtracked(program) => backtrack::matches(meter, program, text)?,
        };
        charge.grow(meter, regex.bytes().saturating_sub(charge.bytes()))?;
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
        let program = self.parts.get(pattern, meter, |pattern, meter| {
            let program = Program::new(&java::understand(pattern, meter)?, meter)?;
            let bytes = program.bytes;
            Ok((program, bytes))
        })?;
        let (program, _) = &*program.borrow();
        replace::replace(meter, program, text, by)
    }
}

impl<T> Kept<T> {
    /// What a pattern was compiled to, or is now: with the bytes that it takes.
    fn get(
        &self,
        pattern: &str,
        meter: &Meter,
        compile: impl FnOnce(&str, &Meter) -> Result<(T, usize), Error>,
    ) -> Result<Charged<T>, Error> {
        if let Some(known) = self.0.borrow().get(pattern) {
            return Ok(Rc::clone(known));
        }
        if pattern.len() > LONGEST {
            return Err(too_complex("its pattern is too long"));
        }
        meter.check()?;
        meter.room_for(LARGEST)?;
        let (compiled, bytes) = compile(pattern, meter)?;
        let compiled = Rc::new(RefCell::new((compiled, Charge::new(meter, bytes)?)));
        meter.check()?;
        let mut kept = self.0.borrow_mut();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(pattern.to_owned(), Rc::clone(&compiled));
        Ok(compiled)
    }
}

impl Regex {
    fn new(pattern: &str, meter: &Meter) -> Result<Regex, Error> {
        let understood = java::understand(pattern, meter)?;
        meter.check()?;
        if let Some(automaton) = Automaton::new(&understood.pattern) {
            return Ok(Regex::Walked(Box::new(automaton)));
        }
        meter.check()?;
        Program::new(&understood, meter).map(Regex::Backtracked)
    }

    fn bytes(&self) -> usize {
        match self {
            Regex::Walked(automaton) => automaton.bytes(),
            Regex::Backtracked(program) => program.bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Regexes;
    use crate::error::Error;
    use crate::meter::Meter;

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

    #[test]
    fn what_lies_too_deep_or_is_too_much_is_refused_before_it_is_compiled() {
        let (regexes, meter) = (Regexes::default(), Meter::default());
        let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        let classes = |depth: usize| format!("{}a{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(regexes.matches(&meter, &nested(150), "a").ok(), Some(true));
        assert_eq!(regexes.matches(&meter, &classes(150), "a").ok(), Some(true));
        for pattern in [
            nested(2_000),
            classes(2_000),
            "(?:".repeat(1_300),
            r"\pL".repeat(1_300),
            r"\X".repeat(1_300),
            r"[\pL[\p{IsAlphabetic}]]".repeat(170),
            r"(?iu)(?:[^\p{Lu}]{1,30}){1,30}\1".to_owned(),
            "(?=(?:a{1000}){1000})".to_owned(),
            "a".repeat(4_097),
        ] {
            let error = regexes.matches(&meter, &pattern, "a").map_err(|error| error.to_string());
            assert!(error.is_err_and(|error| error.contains("regular expression")), "{pattern}");
        }
    }
}
