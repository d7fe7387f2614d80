//! What the checker asks about the world outside of the text: which procedures there are.

/// The procedures that a query may call.
pub trait Catalog {
    /// The procedure of this full name.
    fn procedure(&self, name: &str) -> Option<&ProcedureSignature>;

    /// Whether a procedure that is not here may exist nevertheless, because the query is for another database.
    fn is_open(&self) -> bool {
        false
    }
}

/// What a procedure takes and gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcedureSignature {
    /// The full name, with its dots.
    pub name: String,
    /// What it takes, in order.
    pub inputs: Vec<Column>,
    /// The columns of its result; none for a procedure that gives no rows.
    pub outputs: Vec<Column>,
}

/// A named and typed input or output of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type as Neo4j writes it, such as `INTEGER?`.
    pub of: String,
}

/// No procedures at all.
impl Catalog for () {
    fn procedure(&self, _: &str) -> Option<&ProcedureSignature> {
        None
    }
}
