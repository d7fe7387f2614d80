//! What a child says of its jail once it has closed itself in.

/// How a child is closed in.
#[derive(Debug, Default)]
pub(crate) struct Closed {
    /// The protections that this system does not have, by name.
    pub missing: Vec<String>,
    /// Whether its system calls are filtered.
    pub filtered: bool,
}
