//! Patterns that join with a row by equalities: matched once for a run, and looked up for each row.

use std::rc::Rc;

use smallvec::SmallVec;

use crate::error::Error;
use crate::plan::{OperatorId, PatternJoin};
use crate::run::context::Context;
use crate::run::join::{JoinSide, RowTable};
use crate::run::machine::{Choice, Machine};
use crate::syntax::ast::MatchMode;
use crate::value::Value;

impl<'g> Machine<'g> {
    /// Looks up the rows of a pattern that join with the row.
    pub(super) fn pattern_join(
        &mut self,
        step: OperatorId,
        join: &'g PatternJoin,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let (side, _) = cx.joins.borrow_mut().side(step);
        let table = match side {
            JoinSide::Rows(table) => table,
            _ => {
                let table = Rc::new(rows_of(join, self.trail.mode(), cx, row)?);
                cx.joins.borrow_mut().keep(step, JoinSide::Rows(Rc::clone(&table)));
                table
            }
        };
        // What nothing can join with need not be computed, and does not fail.
        if table.is_empty() {
            return Ok(false);
        }
        let mut key = SmallVec::<[Value; 4]>::new();
        for value in &join.values {
            key.push(cx.eval(value, row)?);
        }
        if let Some(group) = table.group(&key, cx.meter) {
            self.choose(step, Choice::JoinedRows { table, group, next: 0 }, cx.meter)?;
        }
        Ok(false)
    }
}

/// All rows of a pattern.
fn rows_of<'g>(
    join: &'g PatternJoin,
    mode: MatchMode,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<RowTable, Error> {
    let mut table = RowTable::new(&join.binds);
    let mut machine = cx.machine();
    machine.begin(&join.steps, mode);
    while machine.next(cx, row)? {
        let mut key = SmallVec::<[Value; 4]>::new();
        for value in &join.keys {
            key.push(cx.eval(value, row)?);
        }
        table.add(&key, &machine.trail, row, cx.meter)?;
    }
    cx.give_back(machine);
    Ok(table)
}
