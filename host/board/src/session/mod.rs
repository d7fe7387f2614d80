//! The seam between the game and a database: a [`Session`] holds one board's graph and answers queries on
//! it. The embedded engine and Neo4j both stand behind it, and nobody above can tell which.

mod checked;
mod fault;
pub(crate) mod guard;
mod host_query;
mod limits;
mod params;
mod placing;
mod policy;

use std::fmt;
use std::time::Duration;

pub use checked::Checked;
pub use fault::{Fault, QueryFault, QueryFaultKind, ServerFault, ServerFaultKind};
pub use host_query::{HostQuery, Outcome};
pub(crate) use limits::host_limits;
pub use limits::player_limits;
pub use othello_cypher::{Limits, Meter};
pub use params::{API_KEY, Params};
pub use placing::{Placing, RepeatableWrite};
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

    /// Has a server make the plan of a side's first query, which may take it a second where it has just started, so that
    /// no clock runs meanwhile. It is given up after a while; what is wrong with the query is for [`Session::read`] to
    /// say.
    ///
    /// # Errors
    /// The server's own.
    fn plan_ahead(&mut self, _: &str, _: &Policy, _: &Params) -> Result<(), Fault> {
        Ok(())
    }

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

    /// Puts the discs of a move on the board, without a query where the database is in this process. Where it went wrong,
    /// the next call of the session may be the one that says so.
    ///
    /// # Errors
    /// As [`Session::write`], and [`ServerFaultKind::Changed`] if the squares did not hold what the game left there; then
    /// nothing was written.
    fn place(&mut self, placing: &Placing) -> Result<(), Fault> {
        let write = placing.write();
        let outcome = self.write(&write.query)?;
        write.judge(&outcome)
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
