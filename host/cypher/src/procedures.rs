//! Procedures that a program which embeds the engine registers, for `CALL name(...) YIELD ...`. The engine
//! itself has none.

use hashbrown::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::error::{Error, ErrorKind};
use crate::signatures::{Catalog, ProcedureSignature};
use crate::value::Datum;

/// A procedure of the embedding program. It sees its arguments and nothing of the graph.
pub struct Procedure {
    /// Its name, what it takes and what it yields; one without outputs leaves the rows as they are.
    pub signature: ProcedureSignature,
    /// Computes the rows for one call, each as wide as the outputs.
    pub body: ProcedureBody,
}

/// What a procedure runs.
pub(crate) type ProcedureBody =
    Box<dyn Fn(&[Datum]) -> Result<Vec<Vec<Datum>>, Error> + Send + Sync>;

impl Procedure {
    /// The rows for these arguments. Integers become floats where the procedure takes floats.
    pub fn call(&self, mut arguments: Vec<Datum>) -> Result<Vec<Vec<Datum>>, Error> {
        for (argument, input) in arguments.iter_mut().zip(&self.signature.inputs) {
            if let Datum::Integer(number) = argument
                && input.of.trim_end_matches('?').eq_ignore_ascii_case("FLOAT")
            {
                #[expect(clippy::cast_precision_loss, reason = "as Neo4j coerces it")]
                let float = *number as f64;
                *argument = Datum::Float(float);
            }
        }
        let rows = (self.body)(&arguments)?;
        let width = self.signature.outputs.len();
        match rows.iter().find(|row| row.len() != width) {
            None => Ok(rows),
            Some(row) => {
                let (name, got) = (&self.signature.name, row.len());
                let message =
                    format!("the procedure {name} yields {width} columns, and gave a row of {got}");
                Err(Error::new(ErrorKind::ProcedureCall, message))
            }
        }
    }
}

/// The registered procedures.
#[derive(Clone, Debug, Default)]
pub struct Procedures(HashMap<String, Arc<Procedure>>);

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

impl fmt::Debug for Procedure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.signature.name)
    }
}
