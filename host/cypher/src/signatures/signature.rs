//! The shape of a signature: a name, parameters, a result.

use std::fmt;
use std::ops::RangeInclusive;

/// What the checker and the planner know of a function.
pub(crate) struct Signature<F> {
    /// Its name as the manual writes it, with its dots.
    pub name: &'static str,
    /// What it takes.
    pub parameters: &'static [Parameter],
    /// What it gives, as the manual names the type.
    pub result: &'static str,
    /// Which function of the engine computes it.
    pub function: F,
    /// Whether Cypher 25 alone has it.
    pub is_newer: bool,
}

impl<F> Signature<F> {
    /// Whether a call with so many arguments gives another value each time.
    pub fn is_volatile(&self, arguments: usize) -> bool {
        matches!(self.name, "rand" | "randomUUID") || (self.name == "uuid" && arguments == 0)
    }
}

/// A parameter of a function.
pub(crate) struct Parameter {
    /// Its type, as the manual names it; alternatives with ` | ` between them. [`WORD`] for none.
    pub of: &'static str,
    /// How many arguments it stands for.
    pub count: Count,
}

/// The type of a parameter that takes no expression but a word, such as `INTEGER8` or the name of a property.
pub(crate) const WORD: &str = "WORD";

impl Parameter {
    /// Whether it takes any value.
    pub fn is_any(&self) -> bool {
        self.of == "ANY"
    }

    /// Whether it takes no expression but a word.
    pub fn is_word(&self) -> bool {
        self.of == WORD
    }
}

/// How many arguments a parameter stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// One.
    One,
    /// One, or it is left out.
    Optional,
    /// The same in Cypher 25; Cypher 5 takes none.
    Newer,
    /// One or more; only the last parameter.
    Many,
}

/// How many arguments these parameters take, in Cypher 25 (`newest`) or in Cypher 5.
pub(crate) fn arity(parameters: &[Parameter], newest: bool) -> RangeInclusive<usize> {
    let of = |counts: &[Count]| parameters.iter().filter(|it| counts.contains(&it.count)).count();
    let least = of(&[Count::One, Count::Many]);
    let most = least + of(&[Count::Optional]) + if newest { of(&[Count::Newer]) } else { 0 };
    least..=if of(&[Count::Many]) > 0 { usize::MAX } else { most }
}

impl<F> fmt::Debug for Signature<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
