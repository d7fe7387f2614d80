//! The paths that a selector keeps, shortest first: level by level over the product of graph and automaton. A level
//! holds the states that are reached by so many relationships, each with the relationships by which it is; paths are
//! then followed back from the ends, those that walk a relationship twice left out, until as many are found as are
//! wanted of each pair of nodes.
//!
//! `SHORTEST 2 (a)-[:R]-+(b)` on `(1:A)-[10:R]-(2)-[11:R]-(3)-[12:R]-(1)`, for `b` as 2:
//!
//! ```text
//! level  reached                           back from 2  kept
//! 1      2 by 10, 3 by 12                  10           1-10-2
//! 2      3 by 11, 1 by 10 and 12, 2 by 11  11 12        1-12-3-11-2
//! ```
//!
//! As long as there are states that no level has held, a search goes on without looking back, unless it is long already.
//! Behind that it must find its end: a state stays in a level only if a path may lead there that walks no relationship
//! twice, and an end that still lacks paths can be reached from it.

use hashbrown::{HashMap, HashSet};

use super::automaton::Automaton;
use super::bind::{Bound, bind};
use super::doubt;
use super::meet::{Meeting, equal_ends, meet};
use super::product::Product;
use super::slot::{node_in, start_in};
use super::trace::{Levels, Trace};
use crate::error::Error;
use crate::meter::Charge;
use crate::run::buffer::Buffer;
use crate::run::context::Context;
use crate::run::trail::Trail;
use crate::syntax::ast::MatchMode;
use crate::value::{NodeId, Value};

/// How many paths are kept.
#[derive(Clone, Copy)]
pub(super) struct PathLimit {
    /// So many.
    pub count: usize,
    /// Of what.
    pub of: Counted,
    /// Whether a path may not end where it began.
    pub open: bool,
}

/// What is counted of the paths that are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// Paths.
    Paths,
    /// Lengths, all paths of each.
    Groups,
    /// Lengths, one path of each.
    Lengths,
}

/// After so many paths that are none a search of what could have been given up early no longer pays.
pub(super) const FAILURES: u32 = 4_000;

/// From so many levels on a search looks back though it does not know all states yet: on a long ring, where it comes
/// back at once to all that it has left, its levels would hold the ring again and again.
const LONG: usize = 64;

/// After so many levels without an end that has all that is wanted, ends are doubted.
const PATIENCE: u32 = 2;
/// So many at a time.
const DOUBTED: usize = 16;

/// Finds the paths that are wanted between each node where the automaton begins and each where it ends.
pub(super) fn search<'g>(
    automaton: &Automaton<'g>,
    limit: PathLimit,
    kept: &mut Buffer,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<(), Error> {
    let mut before = cx.machine();
    before.begin(automaton.before, MatchMode::default());
    while before.next(cx, row)? {
        if let Some(start) = start_in(automaton.start, row)
            && !search_between(automaton, limit, start, kept, cx, row)?
        {
            let trail = Trail::default();
            Search::new(automaton, limit, start, trail).run(kept, false, cx, row)?;
        }
    }
    cx.give_back(before);
    Ok(())
}

/// How much longer than the shortest the paths are that are looked for between two sides.
const DETOURS: [u64; 4] = [0, 1, 2, 4];

/// Finds the paths between two nodes that are known, where few are much longer than the shortest: none goes on from where
/// it could no longer end in time. Says whether all that is wanted was found, or there is nothing.
fn search_between<'g>(
    automaton: &Automaton<'g>,
    limit: PathLimit,
    start: NodeId,
    kept: &mut Buffer,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<bool, Error> {
    let Some(part) = automaton.one_part() else { return Ok(false) };
    let (to, bound, _) = part.end();
    let end = if bound { node_in(to, row)? } else { None };
    let Some(end) = end.filter(|end| *end != start) else { return Ok(false) };
    let Some(meeting) = meet(part, (start, end), &Trail::default(), cx, row)? else {
        return Ok(true);
    };
    let before = kept.len();
    for detour in DETOURS {
        let most = meeting.length.max(part.min()) + detour;
        let mut search = Search::new(automaton, limit, start, Trail::default());
        search.between = Some((&meeting, most));
        search.run(kept, false, cx, row)?;
        if search.is_served() {
            return Ok(true);
        }
        kept.truncate(before);
    }
    Ok(false)
}

/// What is wanted of the ends of paths.
#[derive(Clone, Copy)]
pub(super) struct EndsWanted {
    /// Whether the first of them is enough.
    pub once: bool,
    /// Whether each is wanted once with each length.
    pub lengths: bool,
    /// How many paths that are none are looked at.
    pub failures: Option<u32>,
}

/// Finds one shortest path from a node to each state where the automaton ends, over none of the relationships that were
/// walked before. Says whether it has found them all.
pub(super) fn ends<'g>(
    automaton: &Automaton<'g>,
    (start, walked): (NodeId, Trail),
    wanted: EndsWanted,
    kept: &mut Buffer,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<bool, Error> {
    let (count, of) = match wanted.lengths {
        true => (usize::MAX, Counted::Lengths),
        false => (1, Counted::Paths),
    };
    let limit = PathLimit { count, of, open: false };
    let mut search = Search::new(automaton, limit, start, walked);
    search.failures = wanted.failures;
    search.run(kept, wanted.once, cx, row)?;
    Ok(search.failures != Some(0))
}

/// What a state of a level takes while the level is made.
const VISIT: usize = 2 * size_of::<(u32, u32)>() + 2 * size_of::<u32>();

/// A search from one node.
struct Search<'s, 'g> {
    limit: PathLimit,
    start: NodeId,
    /// What lies between two nodes, and how long a path from one to the other may be.
    between: Option<(&'s Meeting, u64)>,
    product: Product<'s, 'g>,
    levels: Levels,
    /// Of each state where paths end, how many paths or lengths were found.
    found: HashMap<u32, usize>,
    /// How many ends have all that is wanted.
    served: usize,
    /// What leads to each state, once all states are known.
    origins: Option<(Vec<Vec<u32>>, Charge)>,
    /// The states from which an end that lacks paths can be reached, and how many ends had all by then.
    useful: Option<(HashSet<u32>, usize)>,
    /// How many more paths that are none are looked at.
    failures: Option<u32>,
    /// No end before this one is to be doubted.
    doubted: u32,
    /// To so many ends no path leads.
    given_up: usize,
    /// What the tables of ends and states take.
    charge: Charge,
}

impl<'s, 'g> Search<'s, 'g> {
    fn new(
        automaton: &'s Automaton<'g>,
        limit: PathLimit,
        start: NodeId,
        walked: Trail,
    ) -> Search<'s, 'g> {
        Search {
            limit,
            start,
            between: None,
            product: Product::new(automaton, walked),
            levels: Levels::default(),
            found: HashMap::new(),
            served: 0,
            origins: None,
            useful: None,
            failures: None,
            doubted: 0,
            given_up: 0,
            charge: Charge::default(),
        }
    }

    /// Goes from level to level; with `once` to the first that has what is wanted.
    fn run(
        &mut self,
        kept: &mut Buffer,
        once: bool,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let mut level = Vec::new();
        let begins = self.product.begin(self.start, cx, row)?;
        let (mut served, mut waited) = (0, 0);
        for state in begins.iter().copied() {
            level.push(self.levels.visit(state, self.product.place(state).node, cx.meter)?);
        }
        // No path walks more relationships than there are, whatever ways are only taken to be there.
        let all = u64::from(cx.graph.relationship_count());
        let most = self.between.map_or(all, |(_, most)| most);
        let mut length = 0;
        while !level.is_empty() {
            for visit in &level {
                if self.product.is_end(self.levels.state(*visit)) {
                    self.keep(*visit, length, kept, cx, row)?;
                }
            }
            if self.is_served() || (once && kept.len() > 0) || self.failures == Some(0) {
                break;
            }
            waited = if self.served == served { waited + 1 } else { 0 };
            if waited > PATIENCE && self.product.ends().is_some() {
                waited = 0;
                self.doubt(&begins, cx)?;
            }
            served = self.served;
            length += 1;
            if length as u64 > most {
                break;
            }
            level = self.next(&level, length, cx, row)?;
        }
        Ok(())
    }

    /// Gives up some of the ends to which nothing has led yet and nothing ever will.
    fn doubt(&mut self, begins: &[u32], cx: &Context<'g>) -> Result<(), Error> {
        let is_open = |state: &u32| {
            self.product.is_end(*state) && self.found.get(state).is_none_or(|found| *found == 0)
        };
        let open: Vec<u32> = (self.doubted..self.product.len()).filter(is_open).collect();
        for end in open.into_iter().take(DOUBTED) {
            self.doubted = end + 1;
            if doubt::is_out_of_reach(&self.product, begins, end, cx)? {
                self.count(end, usize::MAX, cx)?;
                self.given_up += 1;
            }
        }
        Ok(())
    }

    /// Whether nothing that is wanted can be missing.
    fn is_served(&self) -> bool {
        (self.product.automaton.one_end && self.served > 0)
            || self.product.ends().is_some_and(|ends| self.served + self.given_up >= ends)
    }

    /// The level behind a level.
    fn next(
        &mut self,
        level: &[u32],
        length: usize,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Vec<u32>, Error> {
        let (mut visits, mut charge) = (HashMap::<u32, u32>::new(), Charge::default());
        let mut next = Vec::new();
        for from in level {
            let state = self.levels.state(*from);
            self.product.look_into(state, cx, row)?;
            for arc in self.product.arcs(state) {
                cx.tick()?;
                if let Some((between, most)) = self.between
                    && !between.leads_on(self.product.place(arc.to).node, length as u64, most)
                {
                    continue;
                }
                let visit = match visits.get(&arc.to) {
                    Some(visit) => *visit,
                    None => {
                        let visit =
                            self.levels.visit(arc.to, self.product.place(arc.to).node, cx.meter)?;
                        charge.grow(cx.meter, VISIT)?;
                        visits.insert(arc.to, visit);
                        next.push(visit);
                        visit
                    }
                };
                self.levels.join(*from, arc.relationship, visit, cx.meter)?;
            }
        }
        let all_known = self.product.ends().is_some();
        if !all_known && length < LONG {
            return Ok(next);
        }
        let mut live = Vec::new();
        for visit in next {
            let useful = !all_known || self.is_useful(self.levels.state(visit), cx)?;
            if useful
                && Trace::new(visit, length, self.product.automaton.acyclic)
                    .may_be(&mut self.levels, cx.meter)?
            {
                live.push(visit);
            }
        }
        Ok(live)
    }

    /// Whether an end that lacks paths can be reached from a state. All states are known.
    fn is_useful(&mut self, state: u32, cx: &Context<'g>) -> Result<bool, Error> {
        let settled = self.served + self.given_up;
        if let Some((useful, then)) = &self.useful
            && *then == settled
        {
            return Ok(useful.contains(&state));
        }
        if self.origins.is_none() {
            self.origins = Some(self.product.origins(cx)?);
            self.charge.grow(cx.meter, self.product.len() as usize * VISIT)?;
        }
        let Some((origins, _)) = &self.origins else { return Ok(true) };
        let lacks = |state: &u32| {
            self.product.is_end(*state)
                && self.found.get(state).is_none_or(|found| *found < self.limit.count)
        };
        let mut pending: Vec<u32> = (0..self.product.len()).filter(lacks).collect();
        let mut useful: HashSet<u32> = pending.iter().copied().collect();
        while let Some(to) = pending.pop() {
            for from in &origins[to as usize] {
                cx.tick()?;
                if useful.insert(*from) {
                    pending.push(*from);
                }
            }
        }
        let found = useful.contains(&state);
        self.useful = Some((useful, settled));
        Ok(found)
    }

    /// Keeps the paths of this length to an end, as many as are wanted.
    fn keep(
        &mut self,
        visit: u32,
        length: usize,
        kept: &mut Buffer,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let state = self.levels.state(visit);
        let end = self.product.place(state).node;
        let before = self.found.get(&state).copied().unwrap_or_default();
        let mut found = before;
        let mut trace = Trace::new(visit, length, self.product.automaton.acyclic);
        while found < self.limit.count && trace.next(&self.levels, cx.meter)? {
            let bound = bind(&self.product, &self.levels, &trace, cx, row)?;
            if bound != Bound::Wanted {
                if let Some(left) = &mut self.failures {
                    *left = left.saturating_sub(1);
                }
                if bound == Bound::TooLongOrShort || self.failures == Some(0) {
                    break;
                }
                continue;
            }
            if self.limit.open && end == self.start && length > 0 {
                return Err(equal_ends());
            }
            kept.keep(row, cx.meter)?;
            found += 1;
            if self.limit.of == Counted::Groups {
                // The others of this length belong to it.
                while trace.next(&self.levels, cx.meter)? {
                    let bound = bind(&self.product, &self.levels, &trace, cx, row)?;
                    if bound == Bound::Wanted {
                        kept.keep(row, cx.meter)?;
                    }
                }
            }
            if self.limit.of != Counted::Paths {
                break;
            }
        }
        self.count(state, found, cx)?;
        self.served += usize::from(before < self.limit.count && found >= self.limit.count);
        Ok(())
    }

    /// Keeps how much was found of an end.
    fn count(&mut self, end: u32, found: usize, cx: &Context<'g>) -> Result<(), Error> {
        if self.found.insert(end, found).is_none() {
            self.charge.grow(cx.meter, 2 * size_of::<(u32, usize)>())?;
        }
        Ok(())
    }
}
