//! What may be shown of a round: to those who watch, in records and on pages. A player decides what its query, its
//! parameters, its thinking and its errors are, so all of it is cut to a budget and freed of the key before anything
//! is told to anybody; and an event can hold nothing else, since its types are made here alone.

mod allowance;
mod excerpt;

use othello_board::Datum;
use othello_board::session::Outcome;
use othello_player_api::Thinking;
use serde_json::{Map, Value};

pub use allowance::Allowance;
pub use excerpt::Excerpt;

/// What may be shown of a round.
#[derive(Clone, Debug, Default)]
pub struct Exhibit {
    query: Option<Excerpt>,
    params: Map<String, Value>,
    rows: Option<usize>,
    entries: Map<String, Value>,
    thinking: Option<Thinking>,
    warnings: Vec<Excerpt>,
}

impl Exhibit {
    /// The query that the player answered.
    #[must_use]
    pub fn query(&self) -> Option<&Excerpt> {
        self.query.as_ref()
    }

    /// The query's parameters.
    #[must_use]
    pub fn params(&self) -> &Map<String, Value> {
        &self.params
    }

    /// How many records the query gave.
    #[must_use]
    pub fn rows(&self) -> Option<usize> {
        self.rows
    }

    /// The record's entries beside `cell`, which count as thinking.
    #[must_use]
    pub fn entries(&self) -> &Map<String, Value> {
        &self.entries
    }

    /// The player's record of its thinking.
    #[must_use]
    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    /// What the database warned of.
    #[must_use]
    pub fn warnings(&self) -> &[Excerpt] {
        &self.warnings
    }

    /// Shows the player's record of its thinking.
    pub fn show_thinking(&mut self, thinking: Option<&Thinking>, allowance: &mut Allowance<'_>) {
        self.thinking = thinking.map(|thinking| allowance.thinking(thinking));
    }

    /// Shows a query and its parameters.
    pub fn show_query<'d>(
        &mut self,
        cypher: &str,
        params: impl ExactSizeIterator<Item = (&'d str, &'d Datum)>,
        allowance: &mut Allowance<'_>,
    ) {
        self.query = Some(allowance.verbatim(cypher));
        self.params = allowance.named(params);
    }

    /// Shows what a query gave.
    pub(crate) fn show_outcome(&mut self, outcome: &Outcome, allowance: &mut Allowance<'_>) {
        self.rows = Some(outcome.rows.len());
        let messages = outcome.notices.iter().map(|notice| notice.message.as_str());
        self.warnings = allowance.texts(messages);
        if let [row] = outcome.rows.as_slice() {
            let columns = outcome.columns.iter().map(String::as_str);
            let entries: Vec<_> = columns.zip(row).filter(|(name, _)| *name != "cell").collect();
            self.entries = allowance.named(entries.into_iter());
        }
    }
}
