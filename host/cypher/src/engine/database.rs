//! One graph and the runs on it: many readers or one writer at a time.

use std::collections::BTreeSet;
use std::sync::{PoisonError, RwLock};

use super::given::given;
use super::notices::notices;
use super::{Engine, Outcome, Params, Prepared};
use crate::error::{Error, ErrorKind, Notice};
use crate::meter::{Charge, Meter};
use crate::plan::{self, Counts, PlanDescription};
use crate::run::{self, Counter, Rows};
use crate::size;
use crate::store::{Export, Graph, Transaction};
use crate::syntax::ast::Mode;
use crate::value::Datum;

/// A property graph that answers queries.
#[derive(Debug)]
pub struct Database {
    engine: Engine,
    graph: RwLock<Graph>,
    /// Names that nothing in the graph may have yet, and that are no mistake all the same.
    expected: BTreeSet<String>,
}

impl Database {
    /// An empty one.
    #[must_use]
    pub fn new(engine: &Engine) -> Database {
        Database {
            engine: engine.clone(),
            graph: RwLock::new(Graph::new()),
            expected: BTreeSet::new(),
        }
    }

    /// Another one with the same in it, which goes its own way from here.
    #[must_use]
    pub fn copy(&self) -> Database {
        let graph = RwLock::new(self.with_graph(Graph::clone));
        Database { engine: self.engine.clone(), graph, expected: self.expected.clone() }
    }

    /// Expects that sooner or later something in the graph has the labels, types and keys that a query names: there
    /// is no notice about those, though nothing has them yet.
    pub fn expect(&mut self, query: &Prepared) {
        let facts = query.facts();
        let names = facts.labels.iter().chain(&facts.keys).map(|mention| mention.name.to_string());
        self.expected.extend(names);
    }

    /// The engine that prepares its queries.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Runs a query that only reads; one that writes is refused before anything is run.
    pub fn read(&self, query: &Prepared, params: &Params, meter: &Meter) -> Result<Outcome, Error> {
        if query.writes() && query.mode() != Mode::Explain {
            return Err(Error::new(
                ErrorKind::AccessMode,
                "this query writes, and only reading is allowed here",
            ));
        }
        let graph = self.graph.read().unwrap_or_else(PoisonError::into_inner);
        let notices = notices(query, &graph, &self.expected);
        if query.mode() == Mode::Explain {
            return Ok(explained(query, notices));
        }
        let _plan = Charge::new(meter, query.bytes())?;
        let parameters = given(&self.engine, query, params, meter)?;
        let profile = query.mode() == Mode::Profile;
        let rows = run::run_read(query.plan(), &graph, &parameters, meter, profile)
            .map_err(|error| query.as_its_version_has(error))?;
        outcome(query, rows, &graph, notices, meter)
    }

    /// Runs a query that may write. One that fails leaves the graph as it was.
    pub fn write(
        &self,
        query: &Prepared,
        params: &Params,
        meter: &Meter,
    ) -> Result<Outcome, Error> {
        if query.mode() == Mode::Explain {
            return self.read(query, params, meter);
        }
        let _plan = Charge::new(meter, query.bytes())?;
        let parameters = given(&self.engine, query, params, meter)?;
        let mut graph = self.graph.write().unwrap_or_else(PoisonError::into_inner);
        let notices = notices(query, &graph, &self.expected);
        let profile = query.mode() == Mode::Profile;
        let mut transaction = graph.begin(meter);
        let rows = run::run_write(query.plan(), &mut transaction, &parameters, meter, profile)
            .map_err(|error| query.as_its_version_has(error))?;
        let outcome = outcome(query, rows, &transaction, notices, meter)?;
        transaction.commit()?;
        Ok(outcome)
    }

    /// Changes the graph without a query. Where `change` fails, the graph is as it was.
    ///
    /// # Errors
    /// As `change`, or as a query that leaves relationships without an end.
    pub fn change<T, E: From<Error>>(
        &self,
        meter: &Meter,
        change: impl FnOnce(&mut Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut graph = self.graph.write().unwrap_or_else(PoisonError::into_inner);
        let mut transaction = graph.begin(meter);
        let done = change(&mut transaction)?;
        transaction.commit()?;
        Ok(done)
    }

    /// Looks at the graph itself.
    pub fn with_graph<T>(&self, look: impl FnOnce(&Graph) -> T) -> T {
        look(&self.graph.read().unwrap_or_else(PoisonError::into_inner))
    }
}

fn explained(query: &Prepared, notices: Vec<Notice>) -> Outcome {
    Outcome {
        columns: query.columns().to_vec(),
        notices,
        plan: Some(plan::describe(query.plan())),
        ..Outcome::default()
    }
}

fn outcome(
    query: &Prepared,
    rows: Rows,
    graph: &Graph,
    notices: Vec<Notice>,
    meter: &Meter,
) -> Result<Outcome, Error> {
    let allowed = meter.limits().bytes;
    let mut export = Export::new(graph, meter);
    export.charge(size::vector::<Vec<Datum>>(rows.count()))?;
    let mut complete = Vec::with_capacity(rows.count());
    for row in rows.iter() {
        meter.tick()?;
        let written = row.iter().fold(export.bytes(), |sum, it| sum.saturating_add(it.written()));
        if written > allowed {
            return Err(too_many_bytes(allowed));
        }
        complete.push(export.all(row, Export::datum)?);
        // What nodes and relationships hold shows only now.
        if export.bytes() > allowed {
            return Err(too_many_bytes(allowed));
        }
    }
    Ok(Outcome {
        columns: query.columns().to_vec(),
        rows: complete,
        notices,
        statistics: rows.statistics,
        plan: profiled(query, &rows.counters),
    })
}

#[cold]
fn too_many_bytes(allowed: usize) -> Error {
    let message = format!("the query returns more than the {allowed} bytes allowed");
    Error::new(ErrorKind::TooLarge, message)
}

/// The plan with what was counted, where it was.
fn profiled(query: &Prepared, counters: &[Counter]) -> Option<PlanDescription> {
    if query.mode() != Mode::Profile {
        return None;
    }
    let mut plan = plan::describe(query.plan());
    let counts = |counter: &Counter| {
        let Counter { rows, hits, nanoseconds } = *counter;
        Counts { rows, hits, nanoseconds }
    };
    plan.count(&|id| counters.get(id.0 as usize).map(counts));
    plan.counts = counters.last().map(counts);
    Some(plan)
}
