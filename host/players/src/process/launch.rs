//! Which program is started as a child, and what is kept of what its children write and say. How it is started is the
//! system's.

use super::system::{Child, Starter, Tree};
use crate::library::Library;
use crate::link::Job;
use crate::own_process::executable;
use crate::trace::Trace;
use crate::verdict::HostError;
use std::io;
use std::path::{Path, PathBuf};

/// Which executable is started as a child: one that calls `child::enter_if_asked` in its first line.
#[derive(Clone)]
pub struct Launcher {
    executable: PathBuf,
    log: Option<PathBuf>,
    trace: Option<Trace>,
    starter: Starter,
}

impl Launcher {
    /// Starts this very program.
    ///
    /// # Errors
    ///
    /// Where the system does not say what this program's file is.
    pub fn this_program() -> io::Result<Launcher> {
        Ok(Launcher::at(executable()?))
    }

    /// Starts this program instead, as tests do with the real binary.
    pub fn at(executable: impl Into<PathBuf>) -> Launcher {
        Launcher {
            executable: executable.into(),
            log: None,
            trace: None,
            starter: Starter::default(),
        }
    }

    /// Keeps what players write in this folder, a file for each game of a player.
    pub fn with_log(mut self, folder: impl Into<PathBuf>) -> Launcher {
        self.log = Some(folder.into());
        self
    }

    /// Where what players write is kept.
    pub(crate) fn log(&self) -> Option<&Path> {
        self.log.as_deref()
    }

    /// Writes down what is said with programs that speak an older protocol.
    pub fn with_trace(mut self, trace: Trace) -> Launcher {
        self.trace = Some(trace);
        self
    }

    pub(crate) fn trace(&self) -> Option<Trace> {
        self.trace.clone()
    }

    /// Has a child begin a job, with the library that it is for.
    pub(super) fn start(
        &self,
        job: &Job,
        library: Option<&Library>,
    ) -> Result<(Child, Tree), HostError> {
        self.starter.start(&self.executable, job, library)
    }
}

impl std::fmt::Debug for Launcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Launcher").field("executable", &self.executable).finish_non_exhaustive()
    }
}
