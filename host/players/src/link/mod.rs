//! What the host and its children agree on: how a child knows that it is one, the job that it gets
//! first with its descriptors, and lines of bounded length. Both ends are elsewhere: `process` is the host's, `child` the
//! other.

mod inbox;
mod job;
mod post;
mod role;

pub(crate) use inbox::{Inbox, LONGEST_LINE};
pub(crate) use job::{
    COMPLAINT, Call, End, Job, Kind, LOADED, MOST_DESCRIPTORS, Notice, Report, TOO_LONG, Task,
    ZYGOTE_FAILED,
};
pub(crate) use post::{receive_with_descriptors, send_line, send_with_descriptors};
pub(crate) use role::{CHILD, Role, child_role};
