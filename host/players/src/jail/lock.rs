//! What the systems' jails have in common: which protections are missing, and the step that comes
//! after loading.

/// The protections that this system does not have, by name.
pub(crate) type Missing = Vec<String>;

/// The last step, taken once the library is loaded: from then on only what a loaded library needs
/// is allowed. It is absent where the system or the user has no jail.
#[must_use]
pub(crate) struct Lock {
    is_there: bool,
}

impl Lock {
    /// The lock of a process that has call filters.
    pub(super) fn new() -> Lock {
        Lock { is_there: true }
    }

    /// For those that have no such step.
    pub(crate) fn none() -> Lock {
        Lock { is_there: false }
    }

    pub(super) fn is_there(&self) -> bool {
        self.is_there
    }
}
