//! What running a query gives: rows, notices, counts of what was written, and on request the plan.

use crate::error::Notice;
use crate::plan::PlanDescription;
use crate::store::Statistics;
use crate::value::Datum;

/// The result of a run, complete in itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The columns' names; empty where the query returns nothing.
    pub columns: Vec<String>,
    /// The rows, each as wide as the columns.
    pub rows: Vec<Vec<Datum>>,
    /// What runs but is likely not what was meant.
    pub notices: Vec<Notice>,
    /// What was written.
    pub statistics: Statistics,
    /// The plan, where the text asked for it by `EXPLAIN` or `PROFILE`. It prints as Neo4j's table.
    pub plan: Option<PlanDescription>,
}
