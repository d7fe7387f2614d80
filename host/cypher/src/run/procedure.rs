//! Calls of procedures.

use super::context::Context;
use super::flow::{Flow, Sink};
use crate::error::{Error, Span};
use crate::plan::{Expr, Slot};
use crate::procedures::Procedure;
use crate::store::Export;
use crate::value::Value;

/// A call.
pub(super) struct Call<'g> {
    /// What is called.
    pub procedure: &'g Procedure,
    /// With what.
    pub arguments: &'g [Expr],
    /// Which outputs go where.
    pub yields: &'g [(usize, Slot)],
    /// Where in the text.
    pub span: Span,
}

impl<'g> Call<'g> {
    /// Calls it for the row, which goes on once for each row that the procedure yields.
    pub fn run(&self, cx: &Context<'g>, row: &mut [Value], next: Sink<'_>) -> Result<Flow, Error> {
        let mut arguments = Vec::with_capacity(self.arguments.len());
        let mut export = Export::new(cx.graph, cx.meter);
        for argument in self.arguments {
            arguments.push(export.datum(&cx.eval(argument, row)?)?);
        }
        let signature = &self.procedure.signature;
        let rows = self.procedure.call(cx.graph, arguments, cx.meter);
        let rows = rows.map_err(|error| error.at(self.span))?;
        if signature.outputs.is_empty() {
            return next(row);
        }
        for yielded in rows {
            cx.tick()?;
            for (number, slot) in self.yields {
                row[slot.0 as usize] = Value::of_datum(&yielded[*number], cx.meter)?;
            }
            if next(row)? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Go)
    }
}
