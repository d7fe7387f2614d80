//! What operators remember from row to row while a chain runs: how many rows are still to be left out or let
//! through, which rows came already.

use super::context::Context;
use super::describe::describe;
use super::distinct::DistinctRows;
use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::plan::{Expr, Operator, OperatorKind, Slot};
use crate::value::Value;

/// The memory of one operator.
pub(super) enum State {
    /// None is needed.
    None,
    /// Rows that are still to come for `SKIP` or `LIMIT`.
    Left(u64),
    /// The slots that `DISTINCT` compares, and their values in the rows that it has let through.
    Distinct(Vec<Slot>, DistinctRows),
    /// The same, and how many rows came, for rows that need not be left out.
    Early(Vec<Slot>, DistinctRows, usize),
}

/// After so many rows it shows whether many of them came before.
const TRIAL: usize = 1024;
/// So many rows are remembered that need not be left out.
const MOST: usize = 1 << 16;

impl State {
    /// The memory of a `DISTINCT` over these slots.
    pub fn distinct(slots: &[Slot]) -> State {
        State::Distinct(slots.to_vec(), DistinctRows::new(slots.len()))
    }

    /// Whether a row did not come before; from now on it did.
    pub(crate) fn is_new(&mut self, row: &[Value], meter: &Meter) -> Result<bool, Error> {
        let (slots, rows) = match self {
            State::Distinct(slots, rows) => (slots, rows),
            State::Early(slots, rows, came) => {
                *came += 1;
                // One in eight of them must be worth what the others cost.
                let few = *came == TRIAL && rows.len() > TRIAL / 8 * 7;
                if few || rows.len() == MOST {
                    *self = State::None;
                    return Ok(true);
                }
                (slots, rows)
            }
            _ => return Ok(true),
        };
        if let [slot] = slots.as_slice() {
            return Ok(rows.insert([&row[slot.0 as usize]], meter)?.1);
        }
        Ok(rows.insert(slots.iter().map(|slot| &row[slot.0 as usize]), meter)?.1)
    }

    /// Takes one off what is left; false where nothing was.
    pub(crate) fn count_down(&mut self) -> bool {
        let State::Left(left) = self else { return false };
        let some = *left > 0;
        *left = left.saturating_sub(1);
        some
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        matches!(self, State::Left(0))
    }
}

impl<'g> Context<'g> {
    /// The memories of a chain that begins; none where nobody needs one.
    pub(super) fn states(
        &self,
        operators: &'g [Operator],
        row: &mut [Value],
    ) -> Result<Vec<State>, Error> {
        let needed = operators.iter().any(|operator| {
            let kind = &operator.kind;
            matches!(
                kind,
                OperatorKind::Skip(_)
                    | OperatorKind::Limit(_)
                    | OperatorKind::Distinct(_)
                    | OperatorKind::Early(_)
            )
        });
        if !needed {
            return Ok(Vec::new());
        }
        let mut skipped = 0;
        let state = |operator: &'g Operator| {
            let before = std::mem::take(&mut skipped);
            match &operator.kind {
                OperatorKind::Skip(count) => {
                    skipped =
                        self.row_count("SKIP", count, row).map_err(|e| e.at(operator.span))?;
                    Ok(State::Left(skipped))
                }
                OperatorKind::Limit(count) => {
                    let left = self.row_count("LIMIT", count, row);
                    let left = left.and_then(|left| sum(before, left).map(|_| left));
                    left.map(State::Left).map_err(|e| e.at(operator.span))
                }
                OperatorKind::Distinct(slots) => Ok(State::distinct(slots)),
                OperatorKind::Early(slots) => {
                    Ok(State::Early(slots.clone(), DistinctRows::new(slots.len()), 0))
                }
                _ => Ok(State::None),
            }
        };
        operators.iter().map(state).collect()
    }

    /// The rows that a `LIMIT` behind a sort lets through, with those that a `SKIP` leaves out.
    pub(super) fn sum_of_counts(
        &self,
        counts: &'g [Expr],
        row: &mut [Value],
    ) -> Result<Option<u64>, Error> {
        let mut all = 0;
        for count in counts {
            all = sum(all, self.row_count("SKIP or LIMIT", count, row)?)?;
        }
        Ok((!counts.is_empty()).then_some(all))
    }

    fn row_count(&self, clause: &str, count: &'g Expr, row: &mut [Value]) -> Result<u64, Error> {
        let value = self.eval(count, row)?;
        match &value {
            Value::Integer(count) => u64::try_from(*count).map_err(|_| {
                Error::new(
                    ErrorKind::Argument,
                    format!("{clause} takes no negative number: {count}"),
                )
                .because("NegativeIntegerArgument")
            }),
            other => Err(Error::new(
                if other.is_null() { ErrorKind::Type } else { ErrorKind::Argument },
                format!("{clause} takes an integer, not {}", describe(other)),
            )
            .because("InvalidArgumentType")),
        }
    }
}

/// How many rows a `SKIP` and the `LIMIT` behind it look at: no more than an integer can tell, as on the servers.
fn sum(skipped: u64, limit: u64) -> Result<u64, Error> {
    let sum = skipped.checked_add(limit).filter(|sum| i64::try_from(*sum).is_ok());
    sum.ok_or_else(|| {
        let message =
            format!("SKIP {skipped} and LIMIT {limit} are more rows than an integer tells");
        Error::new(ErrorKind::Arithmetic, message)
    })
}
