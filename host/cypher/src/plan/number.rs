//! What a plan says by number: places in the row, names, operators.

/// A place in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Slot(pub u32);

/// An index into [`Plan::names`]: a label, type or property key, looked up in the graph when a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NameRef(pub u32);

/// Numbers the operators of a plan, for the counters of `PROFILE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OperatorId(pub u32);
