//! The jail: what a child process is closed in with before strangers' code runs in it, and what the host does to it
//! from outside. How each protection works is in the files beside this one.

mod layer;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(all(unix, not(target_os = "linux")))]
mod other;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(all(unix, not(target_os = "linux")))]
use other as system;
#[cfg(windows)]
use windows as system;

#[cfg(unix)]
pub(crate) use layer::Closed;
pub use layer::{Layer, MissingLayer};
#[cfg(target_os = "linux")]
pub(crate) use linux::{
    Enclosure, Fork, LibraryJail, Nursery, OWN_THREADS, Players, end_at_once, forbid_opening,
    fork_openly, fork_player, keep, prepare_to_keep,
};
#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) use other::no_jail;
#[cfg(unix)]
pub(crate) use system::{Surroundings, die_with, keep_only, own_session};
#[cfg(windows)]
pub(crate) use windows::missing;

use serde::{Deserialize, Serialize};
#[cfg(unix)]
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
    /// All that the system has; a contest with strangers' compiled players asks for all of them.
    #[default]
    BestEffort,
    /// All that the system has, in a contest as well: the user knows what is missing.
    Partial,
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
    /// Closes a process in that becomes an outside program, which may read these folders.
    #[cfg(unix)]
    pub(crate) fn close_in_program(
        &self,
        folders: &[&Path],
        surroundings: Surroundings,
    ) -> Result<Closed, String> {
        match self.mode {
            Mode::Off => Ok(Closed::default()),
            Mode::BestEffort | Mode::Partial | Mode::Required => {
                system::close_in_program(folders, surroundings)
            }
        }
    }

    /// Looks from outside whether the kernel has the child closed in as the child said. No word of the child's counts,
    /// since strangers' code may speak for it by now.
    pub(crate) fn check(&self, child: i32, filters: u32) -> Result<(), String> {
        match self.mode {
            Mode::Off => Ok(()),
            Mode::BestEffort | Mode::Partial | Mode::Required => system::check(child, filters),
        }
    }
}
