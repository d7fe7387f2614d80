//! Labels and types in a plan, and tests of them. A computed name is of a type `E`: an expression.

use super::number::NameRef;

/// A label or type, fixed or computed.
#[derive(Clone, Debug)]
pub(crate) enum LabelRef<E> {
    /// As written.
    Static(NameRef),
    /// A string, or a list of strings.
    Dynamic {
        /// Computed for each row.
        expr: Box<E>,
        /// `$any(...)`.
        any: bool,
    },
}

/// A label expression with its names resolved.
#[derive(Clone, Debug)]
pub(crate) enum LabelTest<E> {
    /// This label or type.
    Is(LabelRef<E>),
    /// Any label at all.
    Any,
    /// Not.
    Not(Box<LabelTest<E>>),
    /// All of them.
    And(Vec<LabelTest<E>>),
    /// One of them.
    Or(Vec<LabelTest<E>>),
}
