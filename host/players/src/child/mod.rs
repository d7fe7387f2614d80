//! What happens in a child process, from the first line of its `main` to its end. On Linux the child that the host
//! starts is a zygote: a clean process that is copied for each game. A copy builds what a player is closed in with,
//! forks the player and waits for it; elsewhere the child is the player. A player closes itself in, loads one library
//! and answers what the host asks. Nothing of the host runs here.

#[cfg(target_os = "linux")]
mod constants;
mod library;
mod loading_fault;
mod program;
mod serve;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;
mod wire;
#[cfg(target_os = "linux")]
mod zygote;

#[cfg(all(unix, not(target_os = "linux")))]
use unix::run;
#[cfg(windows)]
use windows::run;
#[cfg(target_os = "linux")]
use zygote::run;

use crate::link::{Role, child_role};

/// Turns this process into the host's child where the host started it as one, and then does not
/// return. A host calls this in the first line of its `main`, before anything else runs.
pub fn enter_if_asked() {
    if let Role::Child { parent, kind } = child_role(std::env::args_os()) {
        std::process::exit(run(parent, kind));
    }
}
