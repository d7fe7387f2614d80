//! An answer on its way to the board: a query with all its parameters, then one that the guard has let through,
//! then what it gave. Somebody who writes a query by hand begins here.

use othello_board::session::{Checked, Meter, Outcome, Params, Policy};
use othello_board::{Datum, Fault, Secret, Session};
use othello_player_api::Query;
use othello_rules::{Colour, Square};
use serde_json::{Map, Value};

use crate::json::to_datum;

/// What the host gives every query beside its own parameters.
#[derive(Clone, Debug)]
pub struct HostParams {
    /// The side that is asked, as `$symbol`.
    pub colour: Colour,
    /// The key that an allowed call gets as `$apiKey`.
    pub key: Secret,
    /// The cell that a person chose, as `$x` and `$y`.
    pub cell: Option<Square>,
}

impl HostParams {
    /// Those of a side without a key and a person.
    #[must_use]
    pub fn of(colour: Colour) -> HostParams {
        HostParams { colour, key: Secret::default(), cell: None }
    }
}

/// A query with its parameters.
#[derive(Clone, Debug)]
pub struct Answer {
    cypher: String,
    params: Params,
}

/// A query that the guard has let through.
#[derive(Clone, Debug)]
pub struct CheckedQuery<'a> {
    answer: &'a Answer,
    checked: Checked,
}

impl Answer {
    /// What a player answered. Its own parameters replace none of the host's.
    #[must_use]
    pub fn new(query: Query, host: &HostParams) -> Answer {
        let mut params = Params::default();
        for (name, value) in query.params {
            params.set(&name, to_datum(value));
        }
        params.set_host("symbol", Datum::Text(host.colour.symbol().to_string()));
        if let Some(square) = host.cell {
            params.set_host("x", Datum::Integer(square.column().into()));
            params.set_host("y", Datum::Integer(square.row().into()));
        }
        params.set_key(host.key.clone());
        Answer { cypher: query.cypher, params }
    }

    /// The same with parameters of the user's, who may replace whatever the host gives.
    #[must_use]
    pub fn with(mut self, params: Map<String, Value>) -> Answer {
        for (name, value) in params {
            self.params.set_host(&name, to_datum(value));
        }
        self
    }

    /// The query.
    #[must_use]
    pub fn cypher(&self) -> &str {
        &self.cypher
    }

    /// Its parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Has a server make its plan before any clock runs.
    ///
    /// # Errors
    /// The server's own.
    pub(crate) fn plan_ahead(
        &self,
        session: &mut dyn Session,
        policy: &Policy,
    ) -> Result<(), Fault> {
        session.plan_ahead(&self.cypher, policy, &self.params)
    }

    /// Has the guard read it, under the meter that it will run under.
    ///
    /// # Errors
    /// What is wrong with it or was refused, or that the time is over.
    pub fn check(
        &self,
        session: &mut dyn Session,
        policy: &Policy,
        meter: &Meter,
    ) -> Result<CheckedQuery<'_>, Fault> {
        let checked = session.prepare(&self.cypher, policy, meter)?;
        Ok(CheckedQuery { answer: self, checked })
    }
}

impl CheckedQuery<'_> {
    /// Runs it.
    ///
    /// # Errors
    /// By whose fault it is: the query's, the time's or the server's.
    pub fn run(&self, session: &mut dyn Session, meter: &Meter) -> Result<Outcome, Fault> {
        session.read(&self.checked, &self.answer.params, meter)
    }
}
