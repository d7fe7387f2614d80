//! A child that has been started and has nothing to do yet.

use rustix::process::Pid;
use std::os::unix::net::UnixStream;

/// A child of this process that waits for its job.
pub(super) struct Launched {
    pub process: Pid,
    /// Where it tells of the player's end.
    pub control: UnixStream,
    /// Where the job goes and the report comes from.
    pub post: UnixStream,
}

#[cfg(target_os = "linux")]
impl Launched {
    /// Whether it has not ended meanwhile.
    pub(super) fn is_there(&self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        matches!(waitid(WaitId::Pid(self.process), options), Ok(None))
    }
}
