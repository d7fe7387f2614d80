//! How a process that was started as a child knows that it is one.

use super::Kind;
use std::ffi::OsString;

/// The first argument by which a child knows that it is one. No player can have this name, since
/// names have no underscores at their start.
pub(crate) const CHILD: &str = "__player";

/// What the process is that just started.
pub(crate) enum Role {
    /// The host itself, or whatever else calls us.
    Host,
    /// A child of the process with this id, for players of this kind.
    Child { parent: i32, kind: Kind },
}

/// What this process is, by its arguments.
pub(crate) fn child_role(mut arguments: impl Iterator<Item = OsString>) -> Role {
    let marked = arguments.nth(1).is_some_and(|argument| argument == CHILD);
    let mut next = || arguments.next()?.into_string().ok();
    let parent = next().and_then(|parent| parent.parse().ok());
    let kind = next().and_then(|word| Kind::of(&word));
    match (parent, kind) {
        (Some(parent), Some(kind)) if marked => Role::Child { parent, kind },
        _ => Role::Host,
    }
}
