//! The outcome of a query for people: its plan, its rows as a table, and warnings.

use othello_arena::json::from_datum;
use othello_board::session::Outcome;
use othello_cypher::PlanDescription;
use othello_rules::text::lines;

use super::counted;
use crate::table::table;

/// The outcome of a query in words, several lines.
pub fn outcome(query: &str, outcome: &Outcome) -> String {
    let mut text = String::new();
    if let Some(plan) = &outcome.plan {
        text += &format!("{plan}\n");
    }
    // A plan without counts belongs to a query that was explained and not run.
    let was_run = outcome.plan.as_ref().is_none_or(PlanDescription::is_counted);
    if was_run && !outcome.columns.is_empty() {
        let cells =
            outcome.rows.iter().map(|row| row.iter().map(|one| from_datum(one).to_string()));
        text += &table(&outcome.columns, cells.map(Iterator::collect).collect());
        text += &format!("{}\n", counted(outcome.rows.len(), "row"));
    }
    for notice in &outcome.notices {
        text += &format!("warning: {}\n", lines(&notice.render(query)));
    }
    text
}
