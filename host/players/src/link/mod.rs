//! What the host and its children agree on: how a child knows that it is one, the job that it gets
//! first with its descriptors, and lines of bounded length. Both ends are elsewhere: `process` is the host's, `child` the
//! other.

mod inbox;
mod job;
#[cfg(windows)]
mod order;
#[cfg(unix)]
mod post;
mod role;

pub(crate) use inbox::{Inbox, LONGEST_LINE};
#[cfg(unix)]
pub(crate) use job::End;
#[cfg(target_os = "linux")]
pub(crate) use job::ZYGOTE_FAILED;
pub(crate) use job::{COMPLAINT, Call, Job, Kind, LOADED, Notice, Report, TOO_LONG, Task};
#[cfg(windows)]
pub(crate) use order::Order;
#[cfg(unix)]
pub(crate) use post::{receive_with_descriptors, send_line, send_with_descriptors};
pub(crate) use role::{CHILD, Role, child_role};
