//! A pattern as an automaton, walked byte by byte: where nothing in it looks around or back, so that each way in which a
//! text could match is kept alive and whichever ends with the text counts.

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::{self, Compiler};
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};
use regex_syntax::hir::{Class, Hir, Look, Repetition};

use super::pattern::{Pattern, Place};
use super::refusal::{LARGEST, too_complex};
use crate::error::Error;
use crate::meter::Meter;

/// How many bytes are walked between two looks at the clock: each may cost as much as the automaton is large.
const STRIDE: usize = 16;

/// An automaton with the states that it has met.
pub(super) struct Automaton {
    dfa: DFA,
    cache: Cache,
}

impl Automaton {
    /// The automaton of a pattern; nothing where there is none, or none that is small enough.
    pub fn new(pattern: &Pattern) -> Option<Automaton> {
        let hir = tree(pattern, true)?;
        let config = thompson::Config::new().nfa_size_limit(Some(LARGEST));
        let nfa = Compiler::new().configure(config).build_from_hir(&hir).ok()?;
        let config = DFA::config().match_kind(MatchKind::All).skip_cache_capacity_check(true);
        let dfa = DFA::builder().configure(config).build_from_nfa(nfa).ok()?;
        let cache = dfa.create_cache();
        Some(Automaton { dfa, cache })
    }

    /// What it takes by now: it grows while it is walked.
    pub fn bytes(&self) -> usize {
        self.dfa.memory_usage() + self.cache.memory_usage()
    }

    /// Whether all of a text matches.
    pub fn matches(&mut self, meter: &Meter, text: &str) -> Result<bool, Error> {
        let (dfa, cache) = (&self.dfa, &mut self.cache);
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
}

/// The tree that an automaton is made of. What stands last in a text that matches as a whole is at its end.
fn tree(pattern: &Pattern, is_last: bool) -> Option<Hir> {
    Some(match pattern {
        Pattern::Set(set) => Hir::class(Class::Unicode((**set).clone())),
        Pattern::Sequence(parts) => {
            let last = parts.len().wrapping_sub(1);
            let parts = parts.iter().enumerate();
            Hir::concat(
                parts.map(|(at, part)| tree(part, is_last && at == last)).collect::<Option<_>>()?,
            )
        }
        Pattern::Alternatives(ways) => {
            Hir::alternation(ways.iter().map(|way| tree(way, is_last)).collect::<Option<_>>()?)
        }
        Pattern::Repeat { what, least, most, .. } => Hir::repetition(Repetition {
            min: *least,
            max: *most,
            greedy: true,
            sub: Box::new(tree(what, false)?),
        }),
        Pattern::Group(_, what) => tree(what, is_last)?,
        Pattern::At(place) => Hir::look(match place {
            Place::Start => Look::Start,
            Place::End => Look::End,
            Place::LastLine(_) if is_last => Look::End,
            Place::Bound { negated: false, unicode: false } => Look::WordAscii,
            Place::Bound { negated: true, unicode: false } => Look::WordAsciiNegate,
            _ => return None,
        }),
        Pattern::Atomic(_) | Pattern::Look { .. } | Pattern::Refer { .. } => return None,
    })
}
