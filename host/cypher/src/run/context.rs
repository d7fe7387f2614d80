//! What one run shares: the graph as it stands, parameters, the meter, chance, the tokens of the plan's names,
//! and machines that are used again. Reading needs no more than this, and can change no graph.

use std::cell::{Cell, RefCell};

use smol_str::SmolStr;

use super::join::JoinTables;
use super::known::KnownEnds;
use super::machine::Machine;
use super::members::Members;
use super::profile::{Counter, Profile};
use super::regex::Regexes;
use super::trees::KnownTrees;
use crate::error::Error;
use crate::meter::Meter;
use crate::plan::{NameRef, OperatorId, Plan};
use crate::store::{Graph, Token};
use crate::syntax::ast::Dialect;
use crate::value::Value;

/// What the expressions, patterns and functions of a run may use.
pub(super) struct Context<'g> {
    /// The graph.
    pub graph: &'g Graph,
    /// The values of [`Plan::parameters`].
    pub parameters: &'g [Value],
    /// What it may use.
    pub meter: &'g Meter,
    /// What outlives a change of the graph.
    pub(super) run: &'g Run<'g>,
    /// In boxes, since they are handed out and taken back more often than made.
    #[expect(clippy::vec_box, reason = "a machine is too large to be moved about")]
    machines: RefCell<Vec<Box<Machine<'g>>>>,
    /// What hash joins look up.
    pub(super) joins: RefCell<JoinTables>,
    /// Where chains lead that were searched again and again.
    pub(super) known: RefCell<KnownEnds>,
    /// Where shortest paths lead from nodes from which many are looked for.
    pub(super) trees: RefCell<KnownTrees>,
}

/// What one run keeps from its beginning to its end, also while the graph changes under it.
pub(super) struct Run<'p> {
    names: &'p [SmolStr],
    /// The version of the language that the query is written in.
    pub dialect: Dialect,
    random: Cell<u64>,
    tokens: Vec<Cell<Option<Token>>>,
    /// Counters, where they were asked for.
    pub profile: Option<Profile>,
    /// Regular expressions that were used before.
    pub regexes: Regexes,
    /// What long lists hold.
    pub members: Members,
}

impl<'p> Run<'p> {
    /// A run that begins.
    pub fn new(plan: &'p Plan, graph: &Graph, seed: u64, profile: bool) -> Run<'p> {
        Run {
            names: &plan.names,
            dialect: plan.dialect,
            random: Cell::new(seed),
            tokens: plan.names.iter().map(|name| Cell::new(graph.token(name))).collect(),
            profile: profile.then(|| Profile::new(plan.operators)),
            regexes: Regexes::default(),
            members: Members::default(),
        }
    }

    /// What was counted for `PROFILE`, with so many rows in the result.
    pub(crate) fn counters(&self, rows: usize) -> Vec<Counter> {
        let profile = self.profile.as_ref();
        profile.map(|profile| profile.counters(rows as u64)).unwrap_or_default()
    }

    /// The token of a name of the plan, if the graph has it.
    #[inline]
    pub fn token(&self, name: NameRef) -> Option<Token> {
        self.tokens[name.0 as usize].get()
    }

    /// A name of the plan.
    pub fn name(&self, name: NameRef) -> &'p str {
        &self.names[name.0 as usize]
    }

    /// Looks the names up that the graph did not have: a write may have brought them.
    pub(crate) fn refresh(&self, graph: &Graph) {
        for (name, token) in self.names.iter().zip(&self.tokens) {
            if token.get().is_none() {
                token.set(graph.token(name));
            }
        }
    }
}

impl<'g> Context<'g> {
    /// A run's view of the graph as it is now.
    pub(super) fn new(
        graph: &'g Graph,
        parameters: &'g [Value],
        meter: &'g Meter,
        run: &'g Run<'g>,
    ) -> Context<'g> {
        Context {
            graph,
            parameters,
            meter,
            run,
            machines: RefCell::default(),
            joins: RefCell::default(),
            known: RefCell::default(),
            trees: RefCell::default(),
        }
    }

    /// Counts a small piece of work and now and then looks at the clock. Every loop that a query can make
    /// long calls it.
    #[inline]
    pub fn tick(&self) -> Result<(), Error> {
        self.meter.tick()
    }

    /// Sixty-four bits of chance, drawn from the run's seed (SplitMix64).
    pub fn random(&self) -> u64 {
        let state = self.run.random.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.run.random.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The token of a name of the plan, if the graph has it.
    #[inline]
    pub(super) fn token(&self, name: NameRef) -> Option<Token> {
        self.run.token(name)
    }

    /// A machine that was used before, or a new one.
    pub(super) fn machine(&self) -> Box<Machine<'g>> {
        self.machines.borrow_mut().pop().unwrap_or_default()
    }

    /// Keeps a machine for the next one who needs one.
    pub(super) fn give_back(&self, machine: Box<Machine<'g>>) {
        self.machines.borrow_mut().push(machine);
    }

    /// From now on this step of a pattern is at work, for `PROFILE`.
    #[inline]
    pub(super) fn at_work(&self, step: OperatorId) {
        if let Some(profile) = &self.run.profile {
            profile.switch(Some(step));
        }
    }

    /// An operator or step has passed on a row, for `PROFILE`.
    #[inline]
    pub(super) fn count_row(&self, id: OperatorId) {
        if let Some(profile) = &self.run.profile {
            profile.rows(id, 1);
        }
    }

    /// Counts questions to the store for `PROFILE`.
    #[inline]
    pub(super) fn hit(&self, times: u64) {
        if let Some(profile) = &self.run.profile {
            profile.hit(times);
        }
    }
}
