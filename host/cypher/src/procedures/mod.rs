//! Procedures for `CALL name(...) YIELD ...`: those of `listings`, and what a program which embeds the engine registers.

mod listings;
mod procedure;

use std::sync::Arc;

use hashbrown::HashMap;

use crate::signatures::{Catalog, ProcedureSignature};

pub use procedure::Procedure;

/// The procedures that there are.
#[derive(Clone, Debug)]
pub struct Procedures(HashMap<String, Arc<Procedure>>);

/// The engine's own.
impl Default for Procedures {
    fn default() -> Procedures {
        let mut procedures = Procedures(HashMap::new());
        listings::listings().into_iter().for_each(|procedure| procedures.insert(procedure));
        procedures
    }
}

impl Procedures {
    /// Adds a procedure; an older one of the same name goes.
    pub fn insert(&mut self, procedure: Procedure) {
        self.0.insert(procedure.signature.name.clone(), Arc::new(procedure));
    }

    /// The procedure of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<Procedure>> {
        self.0.get(name)
    }
}

impl Catalog for Procedures {
    fn procedure(&self, name: &str) -> Option<&ProcedureSignature> {
        self.get(name).map(|procedure| &procedure.signature)
    }
}
