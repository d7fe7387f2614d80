//! Waiting for a process and what it writes, in the system's words and in ours.

use crate::link::End;
use crate::verdict::Ending;
#[cfg(target_os = "linux")]
use rustix::event::PollFlags;
use rustix::event::{PollFd, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, WaitStatus};
#[cfg(target_os = "linux")]
use rustix::process::{PidfdFlags, pidfd_open};
use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::OwnedFd;
use std::time::Duration;

/// How long is slept between two looks for an end that nothing tells of.
const FIRST_NAP: Duration = Duration::from_micros(50);
const LONGEST_NAP: Duration = Duration::from_millis(2);

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

/// The end of a child of this process, which is waited for.
pub(super) struct EndOfProcess {
    /// What the system tells it by, where it does.
    #[cfg(target_os = "linux")]
    told: Option<OwnedFd>,
    /// How long is slept before the next look, where it does not.
    nap: Duration,
}

impl EndOfProcess {
    #[cfg(target_os = "linux")]
    pub(super) fn of(process: Pid) -> EndOfProcess {
        let told = pidfd_open(process, PidfdFlags::empty()).ok();
        EndOfProcess { told, nap: FIRST_NAP }
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn of(_: Pid) -> EndOfProcess {
        EndOfProcess { nap: FIRST_NAP }
    }

    /// Waits until it may have ended, and no longer than so.
    pub(super) fn wait(&mut self, left: Duration) {
        #[cfg(target_os = "linux")]
        if let Some(told) = &self.told
            && wait(&mut [PollFd::new(told, PollFlags::IN)], Some(&timespec(left))).is_ok()
        {
            return;
        }
        std::thread::sleep(self.nap.min(left));
        self.nap = (self.nap * 2).min(LONGEST_NAP);
    }
}
