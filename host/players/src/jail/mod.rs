//! Closing a child process in before foreign code runs in it: what is wanted, and in which order
//! it is done. How each protection works is told in the files beside this one.

#[cfg(target_os = "linux")]
mod linux;
mod lock;
#[cfg(not(target_os = "linux"))]
mod other;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(not(target_os = "linux"))]
use other as system;

pub(crate) use lock::{Lock, Missing};

use serde::{Deserialize, Serialize};
use std::os::fd::OwnedFd;
use std::path::Path;

/// How a player is closed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jail {
    /// Which protections are wanted.
    pub mode: Mode,
    /// How much memory a player may have, in bytes: address space for a library, resident memory
    /// of all its processes for a program.
    pub memory: u64,
    /// Whether a player may go on thinking between its rounds.
    pub ponder: bool,
}

/// Which protections are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// All that the system has.
    #[default]
    BestEffort,
    /// All of them, or no game.
    Required,
    /// None, for debugging one's own player.
    Off,
}

impl Default for Jail {
    fn default() -> Self {
        Jail { mode: Mode::BestEffort, memory: 512 << 20, ponder: false }
    }
}

impl Jail {
    /// Closes a library's process in, as far as is possible before the library is loaded. Its
    /// constructors run when it is loaded, and threads that they start keep what they had: so all
    /// but the last step comes before.
    pub(crate) fn close_in_library(&self) -> Result<(Missing, Lock), String> {
        if self.mode == Mode::Off {
            return Ok((Missing::new(), Lock::none()));
        }
        system::close_in_library(self.memory)
    }

    /// Closes a process in that becomes an outside program, which may read `folder`.
    pub(crate) fn close_in_program(&self, folders: &[&Path]) -> Result<Missing, String> {
        if self.mode == Mode::Off {
            return Ok(Missing::new());
        }
        system::close_in_program(folders)
    }
}

/// Closes the jail for good, once the library is loaded.
pub(crate) fn lock_library(lock: &Lock) -> Result<(), String> {
    if lock.is_there() { system::lock_library() } else { Ok(()) }
}

/// Makes this process the leader of a session of its own that ends with its parent.
pub(crate) fn die_with(parent: i32) -> Result<(), String> {
    system::die_with(parent)
}

/// Closes every descriptor but the first three and these, whose numbers may change.
pub(crate) fn keep_only(kept: Vec<OwnedFd>) -> Result<Vec<OwnedFd>, String> {
    system::keep_only(kept)
}
