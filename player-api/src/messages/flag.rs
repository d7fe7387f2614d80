//! Flags that are only written where they are set.

/// Whether a flag has its default, so that it need not be written.
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}
