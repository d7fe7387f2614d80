//! Waiting for a process and what it writes, in the system's words and in ours.

use crate::link::End;
use crate::verdict::Ending;
use rustix::event::{PollFd, Timespec, poll};
use rustix::io::Errno;
use rustix::process::WaitStatus;
use std::io;
use std::time::Duration;

impl From<End> for Ending {
    fn from(end: End) -> Self {
        match end {
            End::Exit(code) => Ending::Exit(code),
            End::Signal(signal) => Ending::Signal(signal),
        }
    }
}

pub(super) fn ending_of(status: WaitStatus) -> Option<Ending> {
    let code = status.exit_status().map(Ending::Exit);
    code.or(status.terminating_signal().map(Ending::Signal))
}

pub(super) fn wait(descriptors: &mut [PollFd<'_>], left: Option<&Timespec>) -> io::Result<()> {
    match poll(descriptors, left) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

pub(super) fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: duration.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: duration.subsec_nanos().into(),
    }
}
