//! The session on the embedded engine: a graph in this process's memory, one for each game.

use std::time::Duration;

use othello_cypher::{Database, Engine};

use crate::session::{
    Checked, Consent, Fault, HostQuery, Meter, Outcome, Params, Policy, Session, guard,
};

/// A board in memory.
#[derive(Debug)]
pub struct Embedded {
    database: Database,
}

impl Embedded {
    /// An empty database. Plans are shared by all of the process's.
    #[must_use]
    pub fn new() -> Embedded {
        Embedded { database: Database::new(&Engine::shared()) }
    }
}

impl Default for Embedded {
    fn default() -> Embedded {
        Embedded::new()
    }
}

impl Session for Embedded {
    fn name(&self) -> String {
        "the embedded engine".to_owned()
    }

    /// Queries run on the thread that asks, so what keeps it from running is not theirs.
    fn held_up(&self, meter: &Meter) -> Duration {
        meter.held_up()
    }

    fn prepare(&mut self, text: &str, policy: &Policy, meter: &Meter) -> Result<Checked, Fault> {
        match self.database.engine().prepare(text, meter) {
            Ok(prepared) => {
                let takes_key = guard::judge(prepared.facts(), policy)?;
                Ok(Checked::planned(prepared, takes_key))
            }
            Err(error) => {
                // What the policy refuses is better news than that the engine has no such thing.
                if let Ok(facts) = guard::facts(text, meter) {
                    guard::judge(&facts, policy)?;
                }
                Err(error.into())
            }
        }
    }

    fn read(&mut self, query: &Checked, params: &Params, meter: &Meter) -> Result<Outcome, Fault> {
        let planned;
        let prepared = match query.prepared() {
            Some(prepared) => prepared,
            None => {
                planned = self.database.engine().prepare(query.text(), meter)?;
                &planned
            }
        };
        let outcome = self.database.read(prepared, &params.for_query(query), meter);
        Ok(outcome.map(Outcome::from)?)
    }

    fn write(&mut self, query: &HostQuery<'_>) -> Result<Outcome, Fault> {
        let meter = Meter::new(query.limits);
        let prepared = self.database.engine().prepare(query.text, &meter)?;
        Ok(self.database.write(&prepared, query.params.without_key(), &meter).map(Outcome::from)?)
    }

    fn expect(&mut self, text: &str) {
        if let Ok(prepared) = self.database.engine().prepare(text, &Meter::default()) {
            self.database.expect(&prepared);
        }
    }

    fn clear(&mut self, _: &mut Consent<'_>) -> Result<(), Fault> {
        self.database = Database::new(self.database.engine());
        Ok(())
    }

    /// It is never away, so there is nothing to wait for.
    fn recover(&mut self, _: Duration) -> Result<(), Fault> {
        Ok(())
    }
}

impl From<othello_cypher::Outcome> for Outcome {
    fn from(outcome: othello_cypher::Outcome) -> Outcome {
        Outcome {
            columns: outcome.columns,
            rows: outcome.rows,
            notices: outcome.notices,
            plan: outcome.plan,
        }
    }
}
