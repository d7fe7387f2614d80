//! What a program that embeds the engine works with: an [`Engine`] prepares queries and remembers their
//! plans, a [`Database`] is one graph, and running a [`Prepared`] query on it gives an [`Outcome`].

mod cache;
mod database;
mod given;
mod notices;
mod outcome;
mod params;
mod prepared;

pub use database::Database;
pub use outcome::Outcome;
pub use params::Params;
pub use prepared::Prepared;

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::check::ParameterKind;
use crate::error::Error;
use crate::meter::Meter;
use crate::procedures::{Procedure, Procedures};
use crate::value::Value;
use cache::PlanCache;

/// Prepares queries. Clones share one cache of plans and one register of procedures; a plan holds nothing of
/// any graph, so one engine serves all databases of a process.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    procedures: RwLock<Procedures>,
    plans: PlanCache,
}

impl Engine {
    /// An engine with a cache and procedures of its own.
    #[must_use]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// The engine of the process. Whoever registers procedures that are meant for one purpose takes a
    /// [`Engine::new`] instead.
    #[must_use]
    pub fn shared() -> Engine {
        static SHARED: OnceLock<Engine> = OnceLock::new();
        SHARED.get_or_init(Engine::new).clone()
    }

    /// Makes a procedure callable. An older one of the same name goes; queries that were prepared before
    /// keep what they were prepared with.
    pub fn register(&self, procedure: Procedure) {
        self.shared.procedures.write().unwrap_or_else(PoisonError::into_inner).insert(procedure);
        self.shared.plans.clear();
    }

    /// Parses, checks and plans a text within what the meter allows, or finds what was made of it before.
    pub fn prepare(&self, text: &str, meter: &Meter) -> Result<Arc<Prepared>, Error> {
        if let Some(prepared) = self.shared.plans.get(text) {
            return Ok(prepared);
        }
        let procedures = self.shared.procedures.read().unwrap_or_else(PoisonError::into_inner);
        let prepared = Arc::new(Prepared::new(text, &procedures, meter)?);
        self.shared.plans.insert(Arc::clone(&prepared));
        Ok(prepared)
    }

    /// Fails where a query can't take parameters of the kinds of these, as Neo4j does before anything runs. What a query took
    /// once is not looked at again for the next run.
    fn check_kinds(&self, query: &Prepared, values: &[Value], meter: &Meter) -> Result<(), Error> {
        let kinds = values.iter().map(ParameterKind::of);
        if query.has_taken(kinds.clone()) {
            return Ok(());
        }
        let procedures = self.shared.procedures.read().unwrap_or_else(PoisonError::into_inner);
        query.check_kinds(kinds, &procedures, meter)
    }
}
