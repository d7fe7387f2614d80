//! What a procedure is, and how it is called.

use std::fmt;

use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::signatures::ProcedureSignature;
use crate::store::Graph;
use crate::value::Datum;

/// A procedure. It sees the graph and its arguments, and counts its work by the meter.
pub struct Procedure {
    /// Its name, what it takes and what it yields; one without outputs leaves the rows as they are.
    pub signature: ProcedureSignature,
    /// Computes the rows for one call, each as wide as the outputs.
    pub body: ProcedureBody,
}

/// What a procedure runs.
pub(crate) type ProcedureBody =
    Box<dyn Fn(&Graph, &[Datum], &Meter) -> Result<Vec<Vec<Datum>>, Error> + Send + Sync>;

impl Procedure {
    /// The rows for these arguments. Integers become floats where the procedure takes floats.
    pub(crate) fn call(
        &self,
        graph: &Graph,
        mut arguments: Vec<Datum>,
        meter: &Meter,
    ) -> Result<Vec<Vec<Datum>>, Error> {
        for (argument, input) in arguments.iter_mut().zip(&self.signature.inputs) {
            if let Datum::Integer(number) = argument
                && input.of.trim_end_matches('?').eq_ignore_ascii_case("FLOAT")
            {
                #[expect(clippy::cast_precision_loss, reason = "as Neo4j coerces it")]
                let float = *number as f64;
                *argument = Datum::Float(float);
            }
        }
        let rows = (self.body)(graph, &arguments, meter)?;
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

impl fmt::Debug for Procedure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.signature.name)
    }
}
