//! The seam between the game and a database: a [`Session`] holds one board's graph and answers queries on
//! it. The embedded engine and Neo4j both stand behind it, and nobody above can tell which.

mod checked;
mod fault;
pub(crate) mod guard;
mod limits;
mod params;
mod policy;

use std::fmt;
use std::time::Duration;

use othello_cypher::PlanDescription;
use othello_cypher::error::Notice;
use othello_cypher::value::Datum;

pub use checked::Checked;
pub use fault::{Fault, QueryFault, QueryFaultKind, ServerFault, ServerFaultKind};
pub(crate) use limits::host_limits;
pub use limits::player_limits;
pub use othello_cypher::{Limits, Meter};
pub use params::{API_KEY, Params};
pub use policy::{Allow, ParseAllowError, Policy};

/// A database with one board in it.
pub trait Session: Send {
    /// Which database this is, for people: `the embedded engine`, `neo4j://localhost:7687 (neo4j)`.
    fn name(&self) -> String;

    /// How long the last query that was read under this meter was held up by what is not its own.
    fn held_up(&self, _: &Meter) -> Duration {
        Duration::ZERO
    }

    /// Whether a query is Cypher that the policy lets through. Nothing is run. A session may keep what
    /// it found out, so that reading begins at once. The meter that the query is read under runs on in
    /// [`Session::read`].
    ///
    /// # Errors
    /// [`Fault::Query`], with what is wrong or what was refused and the flag that would allow it;
    /// [`Fault::Time`] where the text takes longer to understand than the query may.
    fn prepare(&mut self, text: &str, policy: &Policy, meter: &Meter) -> Result<Checked, Fault>;

    /// Runs a checked query on the board, which it can't change.
    ///
    /// # Errors
    /// By whose fault it is: the query's, the time's or the server's. It has ended by the meter's
    /// deadline, or soon after where a server has to be asked to end it.
    fn read(&mut self, query: &Checked, params: &Params, meter: &Meter) -> Result<Outcome, Fault>;

    /// Runs a query of the host's own, or of a game's, which may write. It writes all or nothing.
    ///
    /// # Errors
    /// As [`Session::read`].
    fn write(&mut self, query: &HostQuery<'_>) -> Result<Outcome, Fault>;

    /// Sends a write on its way. Where it went wrong, the next call of the session may be the one that says so.
    ///
    /// # Errors
    /// As [`Session::write`], and that it did not change what it should.
    fn post(&mut self, write: &RepeatableWrite<'_>) -> Result<(), Fault> {
        let outcome = self.write(&write.query)?;
        write.judge(outcome.first(RepeatableWrite::CHANGED))
    }

    /// A game's own query that may be asked later: a player that names what it names makes no mistake, though nothing
    /// on the board is called so yet.
    fn expect(&mut self, _: &str) {}

    /// Makes the database empty, so that a board can be set up. A database that holds anything but a board
    /// of ours is left untouched unless `consent` says that it may go.
    ///
    /// # Errors
    /// [`ServerFaultKind::Occupied`] where consent was not given.
    fn clear(&mut self, consent: &mut Consent<'_>) -> Result<(), Fault>;

    /// What a user should know of the database before a game begins, a line each. Nothing of it is in the way.
    fn remarks(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// After a [`Fault::Server`]: waits up to `patience` until the database answers again.
    ///
    /// # Errors
    /// The last fault, once the patience is over or when waiting can't help.
    fn recover(&mut self, patience: Duration) -> Result<(), Fault>;
}

/// Asked before a database that holds something else is cleared, and again after each part of that. It says whether
/// that may go on.
pub type Consent<'a> = dyn FnMut(Clearing<'_>) -> bool + 'a;

/// How far the clearing of somebody else's data is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clearing<'a> {
    /// Nothing was deleted; this was found, with counts by label.
    Found(&'a str),
    /// So many nodes and relationships of so many are gone.
    Gone(i64, i64),
}

impl fmt::Display for Clearing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clearing::Found(what) => f.write_str(what),
            Clearing::Gone(gone, all) => {
                write!(f, "{gone} of {all} nodes and relationships are gone")
            }
        }
    }
}

/// A query that the host trusts: its own, or one of the game's.
#[derive(Clone, Debug)]
pub struct HostQuery<'a> {
    /// The text.
    pub text: &'a str,
    /// Its parameters.
    pub params: Params,
    /// What it may use.
    pub limits: Limits,
}

impl<'a> HostQuery<'a> {
    /// A query without parameters and with the host's usual limits.
    #[must_use]
    pub fn new(text: &'a str) -> HostQuery<'a> {
        HostQuery { text, params: Params::default(), limits: host_limits() }
    }

    /// The same query with one more parameter.
    #[must_use]
    pub fn param(mut self, name: &str, value: Datum) -> HostQuery<'a> {
        self.params.set(name, value);
        self
    }
}

/// A write that may be done again where nobody knows whether it was done: it looks for what it expects, and changes
/// all of that or nothing.
#[derive(Clone, Debug)]
pub struct RepeatableWrite<'a> {
    /// The query, whose column [`RepeatableWrite::CHANGED`] says how much it changed.
    pub query: HostQuery<'a>,
    /// How much it should change.
    pub changes: i64,
    /// What is wrong where it did not.
    pub otherwise: ServerFault,
}

impl RepeatableWrite<'_> {
    /// The column of the number.
    pub const CHANGED: &'static str = "changed";

    /// Whether the number is the one that it should be.
    ///
    /// # Errors
    /// What is wrong otherwise.
    pub(crate) fn judge(&self, changed: Option<&Datum>) -> Result<(), Fault> {
        match changed {
            Some(Datum::Integer(changed)) if *changed == self.changes => Ok(()),
            _ => Err(Fault::Server(self.otherwise.clone())),
        }
    }
}

/// What a query gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The columns' names.
    pub columns: Vec<String>,
    /// The rows, each as wide as there are columns.
    pub rows: Vec<Vec<Datum>>,
    /// Warnings: likely mistakes that are no errors.
    pub notices: Vec<Notice>,
    /// The plan, where the query began with `EXPLAIN` or `PROFILE` and the database tells it.
    pub plan: Option<PlanDescription>,
}

impl Outcome {
    /// The value in the first row's column of this name.
    #[must_use]
    pub fn first(&self, column: &str) -> Option<&Datum> {
        let at = self.columns.iter().position(|name| name == column)?;
        self.rows.first()?.get(at)
    }
}
