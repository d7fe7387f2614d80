//! Path selectors: of all the paths that a pattern has between two nodes, the shortest, or any so many.

use hashbrown::HashMap;

use super::automaton::Automaton;
use super::breadth::Breadth;
use super::levels::{self, Counted, PathLimit};
use super::meet::equal_ends;
use crate::error::{Error, ErrorKind};
use crate::plan::{Expr, Keep, OperatorId, Shortest, Slot};
use crate::run::buffer::Buffer;
use crate::run::context::Context;
use crate::run::describe::describe;
use crate::run::machine::{At, Choice, Machine};
use crate::syntax::ast::MatchMode;
use crate::value::{NodeId, Value};

impl<'g> Machine<'g> {
    /// Finds all paths that the selector keeps; they are then bound one after the other.
    pub(super) fn shortest(
        &mut self,
        step: OperatorId,
        shortest: &'g Shortest,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let kept = find(shortest, self.trail.mode(), cx, row)?;
        self.at = At { steps: self.at.steps, round: None };
        self.choose(step, Choice::Kept { paths: Box::new(kept), next: 0 }, cx.meter)?;
        Ok(false)
    }

    /// How many relationships the match at hand has walked.
    fn length(&self) -> usize {
        self.trail.len()
    }
}

/// The paths between two nodes that are kept so far: their lengths and their numbers in the buffer.
type Paths = Vec<(usize, usize)>;

/// Finds the paths in the quickest way that finds them all.
fn find<'g>(
    shortest: &'g Shortest,
    mode: MatchMode,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<Buffer, Error> {
    let (count, groups) = path_limit(&shortest.keep, cx, row)?;
    let mut kept = Buffer::new(&shortest.binds);
    if count == 1
        && let Some(breadth) = Breadth::of(shortest, groups)
    {
        breadth.search(&mut kept, cx, row)?;
        return Ok(kept);
    }
    match Automaton::of(&shortest.steps, &[]) {
        Some(automaton) if mode == MatchMode::DifferentRelationships => {
            let of = if groups { Counted::Groups } else { Counted::Paths };
            let limit = PathLimit { count, of, open: shortest.function };
            levels::search(&automaton, limit, &mut kept, cx, row)?;
            Ok(kept)
        }
        _ => enumerate(shortest, (count, groups), mode, cx, row),
    }
}

/// Goes through all paths there are.
fn enumerate<'g>(
    shortest: &'g Shortest,
    (count, groups): (usize, bool),
    mode: MatchMode,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<Buffer, Error> {
    let any = matches!(shortest.keep, Keep::Any(_));
    let mut buffer = Buffer::new(&shortest.binds);
    let mut pairs: HashMap<(NodeId, NodeId), Paths> = HashMap::new();
    let mut order = Vec::new();
    let mut machine = cx.machine();
    machine.begin(&shortest.steps, mode);
    while machine.next(cx, row)? {
        let Some(pair) = ends(shortest.ends, row) else { continue };
        if shortest.function && pair.0 == pair.1 {
            return Err(equal_ends());
        }
        let paths = pairs.entry(pair).or_insert_with(|| {
            order.push(pair);
            Paths::new()
        });
        let length = machine.length();
        if (any && paths.len() >= count) || !fits(paths, length, count, groups) {
            continue;
        }
        paths.push((length, buffer.len()));
        buffer.keep(row, cx.meter)?;
    }
    cx.give_back(machine);
    let mut kept = buffer.like();
    for pair in order {
        let Some(mut paths) = pairs.remove(&pair) else { continue };
        paths.sort();
        for (_, number) in chosen(&paths, count, groups) {
            cx.tick()?;
            buffer.restore(*number, row);
            kept.keep(row, cx.meter)?;
        }
    }
    Ok(kept)
}

/// Whether a path of this length may still be among those kept.
fn fits(paths: &Paths, length: usize, count: usize, groups: bool) -> bool {
    if groups {
        let mut shorter: Vec<usize> =
            paths.iter().map(|path| path.0).filter(|&other| other < length).collect();
        shorter.sort_unstable();
        shorter.dedup();
        shorter.len() < count
    } else {
        paths.iter().filter(|path| path.0 <= length).count() < count
    }
}

/// Of sorted paths the first so many, or those of the first so many lengths.
fn chosen(paths: &Paths, count: usize, groups: bool) -> &[(usize, usize)] {
    if !groups {
        return &paths[..count.min(paths.len())];
    }
    let mut lengths = 0;
    let mut last = None;
    let end = paths.iter().position(|path| {
        lengths += usize::from(last.replace(path.0) != Some(path.0));
        lengths > count
    });
    &paths[..end.unwrap_or(paths.len())]
}

/// How many paths or lengths are kept, and whether it is lengths.
fn path_limit<'g>(
    keep: &'g Keep,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<(usize, bool), Error> {
    let (count, groups): (&Expr, bool) = match keep {
        Keep::Any(count) | Keep::Shortest(count) => (count, false),
        Keep::Groups(count) => (count, true),
    };
    match cx.eval(count, row)? {
        Value::Integer(count @ 1..) => Ok((usize::try_from(count).unwrap_or(usize::MAX), groups)),
        other => Err(Error::new(
            if matches!(other, Value::Integer(_)) { ErrorKind::Argument } else { ErrorKind::Type },
            format!("a path selector takes a number of at least 1, not {}", describe(&other)),
        )),
    }
}

fn ends(ends: (Slot, Slot), row: &[Value]) -> Option<(NodeId, NodeId)> {
    match (&row[ends.0.0 as usize], &row[ends.1.0 as usize]) {
        (Value::Node(first), Value::Node(last)) => Some((*first, *last)),
        _ => None,
    }
}
