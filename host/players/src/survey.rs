//! Which layers of the jail this system has, as players' processes find them: two are started for it, a library's and a
//! program's, which play nothing.

use crate::jail::{Jail, Layer, MissingLayer};
use crate::link::{Job, Report, Task};
use crate::process::{self, Launcher, Process};
use crate::verdict::HostError;
use crate::visible::VisibleFiles;
use std::path::PathBuf;

/// What this system has of the jail.
#[derive(Clone, Debug)]
pub struct JailSurvey {
    /// The version of Landlock that holds; 0 for none.
    pub landlock: u32,
    /// What is missing where a library plays.
    pub for_libraries: Vec<MissingLayer>,
    /// What is missing where a program plays.
    pub for_programs: Vec<MissingLayer>,
}

impl JailSurvey {
    /// Tries the jail of this system.
    ///
    /// # Errors
    ///
    /// Where a process cannot be started or closed in at all.
    pub fn make(launcher: &Launcher) -> Result<JailSurvey, HostError> {
        let library = report(launcher, Task::Load { library: PathBuf::new() })?;
        let folder = PathBuf::from("/");
        let files = VisibleFiles::default();
        let program = report(launcher, Task::Run { command: Vec::new(), folder, files })?;
        let mut for_programs = program.missing;
        let unbounded = process::bounds_programs().err();
        for_programs.extend(unbounded.map(|why| Layer::ControlGroup.missing(why)));
        Ok(JailSurvey { landlock: library.landlock, for_libraries: library.missing, for_programs })
    }

    /// What is missing of a layer, for libraries and for programs.
    pub fn missing(&self, layer: Layer) -> [Option<&str>; 2] {
        [&self.for_libraries, &self.for_programs].map(|missing| {
            missing.iter().find(|one| one.layer == layer).map(|one| one.why.as_str())
        })
    }

    /// Whether a layer is there for every kind of player.
    pub fn has(&self, layer: Layer) -> bool {
        self.missing(layer) == [None, None]
    }

    /// What is missing of what `--require-jail` asks for.
    ///
    /// # Errors
    ///
    /// Where something is.
    pub fn check_whole(&self) -> Result<(), HostError> {
        let needed = Layer::ALL.into_iter().filter(|layer| layer.is_needed());
        let missing = needed.filter_map(|layer| {
            let why = self.missing(layer).into_iter().flatten().next()?;
            Some(format!("{}: {why}", layer.name()))
        });
        let missing: Vec<String> = missing.collect();
        if missing.is_empty() { Ok(()) } else { Err(HostError::NoJail(missing.join("; "))) }
    }
}

fn report(launcher: &Launcher, task: Task) -> Result<Report, HostError> {
    let job = Job::new(Jail::default(), task);
    let report = Process::spawn(launcher, &job, None)?.report()?;
    match report.failed {
        Some(error) => Err(HostError::NoJail(error)),
        None => Ok(report),
    }
}
