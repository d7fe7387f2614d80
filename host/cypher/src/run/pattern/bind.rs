//! From a way through the levels of a search to the row that its path gives: what the path binds, as the machine would
//! have bound it walking there, and what is asked of it as a whole.

use super::automaton::Automaton;
use super::instruction::{Instruction, Place};
use super::places::holds;
use super::product::Product;
use super::slot::{put_node, put_relationship};
use super::trace::{Levels, Trace};
use crate::error::Error;
use crate::run::context::Context;
use crate::run::machine::{Machine, Part, Round};
use crate::syntax::ast::MatchMode;
use crate::value::Value;

/// What becomes of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is one that is wanted.
    Wanted,
    /// It is not.
    Unwanted,
    /// Neither it is, nor any other of its length between its ends.
    TooLongOrShort,
}

/// Binds what a path binds, as far as it is one that is wanted.
pub(super) fn bind<'g>(
    product: &Product<'_, 'g>,
    levels: &Levels,
    trace: &Trace,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<Bound, Error> {
    let automaton = product.automaton;
    let mut machine = cx.machine();
    machine.begin(&[], MatchMode::default());
    let (first, hops) = trace.path(levels);
    let mut place = product.place(first);
    let mut bound = automaton.bind(0, place, &mut machine, cx, row)?;
    for (relationship, state) in hops {
        cx.tick()?;
        let to = product.place(state);
        match automaton.instructions[place.at] {
            Instruction::Hop(hop) => {
                put_relationship(row, hop.relationship, relationship);
                put_node(row, hop.to, to.node);
            }
            _ => machine.journal.push(Value::Relationship(relationship), cx.meter)?,
        }
        bound = bound && automaton.bind(place.at + 1, to, &mut machine, cx, row)?;
        place = to;
    }
    cx.give_back(machine);
    if !bound {
        return Ok(Bound::Unwanted);
    }
    for late in &automaton.behind {
        if !holds(late.step, cx, row)? {
            return Ok(if late.measures { Bound::TooLongOrShort } else { Bound::Unwanted });
        }
    }
    Ok(Bound::Wanted)
}

impl<'g> Automaton<'g> {
    /// Binds what lies between a relationship and the next place: ends of iterations, and of parts.
    fn bind(
        &self,
        from: usize,
        to: Place,
        machine: &mut Machine<'g>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let mut at = from;
        while at != to.at {
            match self.instructions[at] {
                Instruction::Back { turn } => {
                    if let Instruction::Turn { part: Part::Quantified(part), .. } =
                        self.instructions[turn]
                    {
                        for (inner, _) in &part.groups {
                            let value = row[inner.0 as usize].clone();
                            machine.journal.push(value, cx.meter)?;
                        }
                    }
                    at = turn;
                }
                Instruction::Turn { part, out, .. } if (at + 1..out).contains(&to.at) => {
                    if let Part::Quantified(part) = part {
                        put_node(row, part.entry, to.node);
                    }
                    at += 1;
                }
                Instruction::Turn { part, step, out } => {
                    if self.open_end == Some(part.end().0) {
                        put_node(row, part.end().0, to.node);
                    }
                    if !machine.leave(&Round::of(part, step, 0, &[]), to.node, cx, row)? {
                        return Ok(false);
                    }
                    machine.journal.clear();
                    cx.count_row(step);
                    at = out;
                }
                _ => at += 1,
            }
        }
        Ok(true)
    }
}
