//! Of whom it is asked what they have used of the machine. How it is asked is no part of this.

/// A player's processes, by the number of the first of them.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "nothing is asked of a process by its number there")
)]
pub(super) enum Watched {
    /// A process and all its descendants.
    Tree(i32),
    /// A process that has no others.
    Alone(i32),
}
