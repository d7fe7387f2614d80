//! What a query gave, read as a task wants it: two queries whose readings are the same on all positions do the same,
//! however they are written.

use std::collections::BTreeMap;

use othello_arena::question::{ChosenSquare, NoSquare};
use othello_arena::trial::way_out;
use othello_board::session::Outcome;
use othello_board::{Datum, Fault, Referee};
use othello_rules::Square;

use crate::task::{Count, Task};

/// What a query gave.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reading {
    /// It failed, with this code.
    Failed { code: String, why: String },
    /// Nothing that the task could be about, and the way out.
    Unfit(String),
    /// Cells, each as often as it came, sorted.
    Cells(Vec<Square>),
    /// Cells with their numbers, sorted by the cells.
    Numbers(Vec<(Square, f64)>),
    /// Numbers, by their columns.
    Row(BTreeMap<String, f64>),
    /// One cell.
    Choice(Square),
}

impl Reading {
    pub fn of(
        task: &Task,
        query: &str,
        outcome: Result<&Outcome, &Fault>,
        referee: &dyn Referee,
    ) -> Reading {
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(fault) => return failed(fault, query),
        };
        let read = match task {
            Task::Cells(_) => cells(outcome, referee, None).map(|cells| {
                let mut cells: Vec<Square> = cells.into_iter().map(|(at, _)| at).collect();
                cells.sort_unstable();
                Reading::Cells(cells)
            }),
            Task::Numbers(number) => {
                cells(outcome, referee, Some(number.column())).map(|mut all| {
                    all.sort_unstable_by_key(|&(at, _)| at);
                    Reading::Numbers(all)
                })
            }
            Task::Row(counts) => row(outcome, counts).map(Reading::Row),
            Task::Choice(_) | Task::Beat { .. } => ChosenSquare::of(outcome, referee)
                .map(|chosen| Reading::Choice(chosen.square()))
                .map_err(|none| way_out(&none)),
        };
        read.unwrap_or_else(Reading::Unfit)
    }
}

fn failed(fault: &Fault, query: &str) -> Reading {
    match fault {
        Fault::Query(fault) => {
            let mut why = fault.message.clone();
            for more in fault.excerpt(query).iter().chain(&fault.hint) {
                why = why + "\n" + more.trim_end();
            }
            Reading::Failed { code: fault.code.clone(), why }
        }
        fault => Reading::Failed { code: String::new(), why: fault.to_string() },
    }
}

/// The column `cell` of all rows, with the numbers of another column where one is wanted.
fn cells(
    outcome: &Outcome,
    referee: &dyn Referee,
    number: Option<&str>,
) -> Result<Vec<(Square, f64)>, String> {
    let at = column(outcome, "cell");
    let at = at.ok_or_else(|| way_out(&NoSquare::NoCell(&outcome.columns)))?;
    let beside = match number {
        None => None,
        Some(name) => Some((name, column(outcome, name).ok_or_else(|| no_column(outcome, name))?)),
    };
    let read = |row: &Vec<Datum>| {
        let square = match &row[at] {
            Datum::Node(node) => referee.square(node),
            _ => None,
        };
        let square = square.ok_or_else(|| way_out(&NoSquare::NotACell(&row[at])))?;
        let value = match beside {
            None => 0.0,
            Some((name, beside)) => number_in(&row[beside]).ok_or_else(|| no_number(name))?,
        };
        Ok((square, value))
    };
    outcome.rows.iter().map(read).collect()
}

fn row(
    outcome: &Outcome,
    counts: &BTreeMap<String, Count>,
) -> Result<BTreeMap<String, f64>, String> {
    let [row] = outcome.rows.as_slice() else {
        return Err(format!("{} rows; one is wanted", outcome.rows.len()));
    };
    let read = |name: &String| {
        let at = column(outcome, name).ok_or_else(|| no_column(outcome, name))?;
        Ok((name.clone(), number_in(&row[at]).ok_or_else(|| no_number(name))?))
    };
    counts.keys().map(read).collect()
}

fn column(outcome: &Outcome, name: &str) -> Option<usize> {
    outcome.columns.iter().position(|column| column == name)
}

fn no_column(outcome: &Outcome, name: &str) -> String {
    let columns = outcome.columns.join(", ");
    format!("no column {name}, but {columns}; write AS {name} behind the number")
}

fn no_number(name: &str) -> String {
    format!("{name} is no number")
}

fn number_in(datum: &Datum) -> Option<f64> {
    match datum {
        Datum::Integer(number) => Some(*number as f64),
        Datum::Float(number) => Some(*number),
        _ => None,
    }
}
