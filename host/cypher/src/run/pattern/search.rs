//! The search itself: goes on step by step, and back to the last place where another way is left.
//!
//! `MATCH (a:A)-[r:R]->(b) WHERE b.k = 1` is a scan and a hop. On the graph `(1:A)-[10:R]->(2)`, `(1)-[11:R]->(3
//! {k: 1})`:
//!
//! ```text
//! what is done                                 the row         ways left on the stack
//! take the scan: the nodes with the label A    -               nodes 1
//! retry: node 1                                a=1             no nodes
//! take the hop: the relationships of 1         a=1             no nodes; relationships 10, 11
//! retry: 10 leads to 2, whose k is not 1       a=1             no nodes; relationship 11
//! retry: 11 leads to 3                         a=1 r=11 b=3    no nodes; no relationships
//! no step is left: a match
//! retry: no way is left anywhere               -               -
//! no other match
//! ```

use std::mem;

use super::{reach, step};
use crate::error::Error;
use crate::run::context::Context;
use crate::run::machine::{Choice, Machine, Retry, go_back};
use crate::value::{NodeId, Value};

impl<'g> Machine<'g> {
    /// Binds the next match in the row; false where there is none.
    #[inline]
    pub fn next(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        let Some(profile) = &cx.run.profile else { return self.search(cx, row) };
        let before = profile.switch(None);
        let found = self.search(cx, row);
        profile.switch(before);
        found
    }

    fn search(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        let mut forward = mem::take(&mut self.fresh);
        loop {
            if !forward && !self.retry(cx, row)? {
                return Ok(false);
            }
            let here = self.at.steps;
            forward = match (here.split_first(), self.at.round) {
                (Some((step, rest)), _) => {
                    self.at.steps = rest;
                    cx.at_work(step.id);
                    self.take(step, here, cx, row)?
                }
                (None, Some(round)) => self.end_iteration(round, cx, row)?,
                (None, None) => return Ok(true),
            };
        }
    }

    /// Goes back to the last place where another way is left, and goes it.
    fn retry(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        while let Some(frame) = self.frames.last_mut() {
            let step = frame.step;
            cx.at_work(step);
            self.at = frame.at;
            let walked = (&mut self.trail, &mut self.journal, &mut self.undo);
            go_back(walked, (frame.trail, frame.journal, frame.undo), row);
            let found = match &mut frame.choice {
                Choice::Hop(cursor) => step::follow(cursor, &mut self.trail, cx, row)?,
                Choice::Walk(walk) => {
                    let walk = *walk;
                    if self.resume(walk, cx, row)? {
                        return Ok(true);
                    }
                    continue;
                }
                Choice::Labelled { nodes, into, test, known } => {
                    let next = || nodes.next().copied();
                    step::next_passing(next, *into, (test, known.as_ref()), cx, row)?
                }
                Choice::Joined { table, entry, into, test } => {
                    step::next_passing(|| table.next(entry), *into, (test, None), cx, row)?
                }
                Choice::JoinedRows { table, group, next } => {
                    match table.next((*group, next), &mut self.trail, cx.meter, row)? {
                        true => Retry::Match,
                        false => Retry::Nothing,
                    }
                }
                Choice::All { next, into, test, known } => {
                    let mut all = (*next..cx.graph.node_bound()).map(NodeId);
                    let of_all = || all.next().inspect(|_| *next += 1);
                    step::next_passing(of_all, *into, (test, known.as_ref()), cx, row)?
                }
                Choice::Reach(frontier) => reach::next(frontier, &self.trail, cx, row)?,
                Choice::Kept { paths, next } => step::next_kept(paths, next, row),
                Choice::Turned { endpoints, from, to } => {
                    let (endpoints, from, to) = (*endpoints, *from, *to);
                    self.frames.pop();
                    if self.bind_ends(endpoints, from, to, cx, row)? {
                        cx.count_row(step);
                        return Ok(true);
                    }
                    continue;
                }
                Choice::Again(node) => {
                    let found = Retry::Iteration(*node);
                    self.frames.pop();
                    found
                }
            };
            let forward = match (found, self.at.round) {
                (Retry::Match, _) => {
                    cx.count_row(step);
                    true
                }
                (Retry::Iteration(node), Some(round)) => self.iterate(round, node, cx, row)?,
                _ => {
                    self.frames.pop();
                    continue;
                }
            };
            if forward {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
