//! A session as if it knew no other way to write a move than a query that is waited for.

use std::ops::DerefMut;
use std::time::Duration;

use othello_board::session::{Checked, Consent, HostQuery, Meter, Outcome, Params, Policy};
use othello_board::{Fault, Session};

/// The session that this leads to, without the ways of its own.
pub struct ByQuery<S>(pub S);

impl<S: DerefMut<Target: Session> + Send> Session for ByQuery<S> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn prepare(&mut self, text: &str, policy: &Policy, meter: &Meter) -> Result<Checked, Fault> {
        self.0.prepare(text, policy, meter)
    }

    fn read(&mut self, query: &Checked, params: &Params, meter: &Meter) -> Result<Outcome, Fault> {
        self.0.read(query, params, meter)
    }

    fn write(&mut self, query: &HostQuery<'_>) -> Result<Outcome, Fault> {
        self.0.write(query)
    }

    fn clear(&mut self, consent: &mut Consent<'_>) -> Result<(), Fault> {
        self.0.clear(consent)
    }

    fn recover(&mut self, patience: Duration) -> Result<(), Fault> {
        self.0.recover(patience)
    }
}
