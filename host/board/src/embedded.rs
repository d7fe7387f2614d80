//! The session on the embedded engine: a graph in this process's memory, one for each game.

use std::time::Duration;

use othello_cypher::store::{Entity, Properties, Transaction};
use othello_cypher::value::Value;
use othello_cypher::{Database, Engine};

use crate::graph::square;
use crate::session::{
    Checked, Consent, Fault, HostQuery, Meter, Outcome, Params, Placing, Policy, Session, guard,
    host_limits,
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

    fn place(&mut self, placing: &Placing) -> Result<(), Fault> {
        let meter = Meter::new(host_limits());
        self.database.change(&meter, |graph| place(graph, placing, &meter))
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

/// Does what [`Placing::QUERY`] does.
fn place(graph: &mut Transaction<'_>, placing: &Placing, meter: &Meter) -> Result<(), Fault> {
    let changed_by_others = || Fault::Server(placing.changed_by_others());
    let cell = graph.token("Cell").ok_or_else(changed_by_others)?;
    let [row, column, state] = ["row", "column", "state"].map(|name| graph.intern(name));
    let (row, column, state) = (row?, column?, state?);
    let number = |properties: &Properties, key| match properties.get(key) {
        Some(Value::Integer(number)) => Some(*number),
        _ => None,
    };
    let mut found = Vec::with_capacity(placing.squares());
    for &id in graph.nodes_with_label(cell) {
        let Some(properties) = graph.node(id).map(|node| node.properties()) else { continue };
        let at = number(properties, row).zip(number(properties, column));
        let Some(before) = at
            .and_then(|(row, column)| square(row, column))
            .and_then(|square| placing.before(square))
        else {
            continue;
        };
        let is_as_it_was = match (properties.get(state), before) {
            (None, None) => true,
            (Some(Value::Text(text)), Some(colour)) => text.as_str().chars().eq([colour.symbol()]),
            _ => false,
        };
        found.extend(is_as_it_was.then_some(id));
    }
    if found.len() != placing.squares() {
        return Err(changed_by_others());
    }
    let disc = Value::text(placing.colour().symbol().to_string(), meter)?;
    found
        .into_iter()
        .try_for_each(|id| graph.set_property(Entity::Node(id), state, disc.clone()))
        .map_err(Fault::from)
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
