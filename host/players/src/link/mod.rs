//! What the host and its children agree on: how a child knows that it is one, the job that it gets
//! first, and lines of bounded length. Both ends are elsewhere: `process` is the host's, `child` the
//! other.

mod inbox;
mod job;
mod role;

pub(crate) use inbox::{Inbox, LONGEST_LINE};
pub(crate) use job::{COMPLAINT, Call, Job, LOADED, MOST_DESCRIPTORS, Report, TOO_LONG, Task};
pub(crate) use role::{CHILD, Role, child_role};
