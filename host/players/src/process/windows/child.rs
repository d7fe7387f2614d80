//! Starting a child, and the child: the host's own program in a job object, which gets its job through its standard input
//! and, in the same line, the handles of the pipes of the conversation; strangers' code finds none of them where it looks
//! for standard input and output.

use super::job::{Bounds, Job as JobObject};
use super::pipes::Pipes;
use super::tree::Tree;
use crate::library::Library;
use crate::link::{CHILD, Job, Kind, Notice, Order, Report};
use crate::process::readiness::{Hears, Readiness, Ready};
use crate::verdict::{Ending, HostError};
use std::io::{self, Write};
use std::os::windows::io::{AsHandle, AsRawHandle};
use std::os::windows::process::CommandExt;
use std::path::Path;
use std::process::{self, Command, Stdio};
use std::ptr;
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::{DUPLICATE_SAME_ACCESS, DuplicateHandle};
use windows_sys::Win32::System::Threading::{DETACHED_PROCESS, GetCurrentProcess};

/// How long the child's own part may take: no foreign code has run till then, or runs any more.
const OWN_LIMIT: Duration = Duration::from_secs(20);

/// How long what a child has written may take to come after its end.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How many processes a program may have, the one that waits for it among them.
const PROCESSES_OF_PROGRAM: u32 = 65;

/// What of the host's environment a program can't do without on Windows. Everything else stays with the host.
const ENVIRONMENT: [&str; 12] = [
    "SystemRoot",
    "SystemDrive",
    "windir",
    "ComSpec",
    "PATH",
    "PATHEXT",
    "TEMP",
    "TMP",
    "ProgramFiles",
    "ProgramData",
    "NUMBER_OF_PROCESSORS",
    "PROCESSOR_ARCHITECTURE",
];

/// Starts children.
#[derive(Clone, Default)]
pub(in crate::process) struct Starter;

/// A child of this process.
pub(in crate::process) struct Child {
    process: process::Child,
    pipes: Pipes,
}

impl Starter {
    /// Has a child of this program begin a job, with the library that it is for.
    pub fn start(
        &self,
        executable: &Path,
        job: &Job,
        library: Option<&Library>,
    ) -> Result<(Child, Tree), HostError> {
        let (written, writer) = io::pipe().map_err(HostError::Talk)?;
        let (their_input, to) = io::pipe().map_err(HostError::Talk)?;
        let (from, their_output) = io::pipe().map_err(HostError::Talk)?;
        let launch = || -> io::Result<(process::Child, Tree)> {
            let object = JobObject::new(bounds(job))?;
            let process =
                spawn(executable, job.kind(), [writer.try_clone()?.into(), writer.into()])?;
            take_in(object, process)
        };
        let (mut process, tree) = launch().map_err(|source| HostError::Spawn {
            executable: executable.display().to_string(),
            source,
        })?;
        let pipes = Pipes::new(to, from, written).map_err(HostError::Talk)?;
        let order = give(&their_input, &process)
            .and_then(|from| Ok((from, give(&their_output, &process)?)))
            .map(|(from, to)| Order { job, from, to, library: library.map(Library::path) });
        // A child that has ended already is noticed when its report is waited for.
        if let (Ok(order), Some(mut input)) = (order, process.stdin.take()) {
            let _ = serde_json::to_vec(&order).map(|line| input.write_all(&line));
        }
        Ok((Child { process, pipes }, tree))
    }
}

fn bounds(job: &Job) -> Option<Bounds> {
    let processes = match job.kind() {
        Kind::Open => return None,
        Kind::Library => 1,
        Kind::Program => PROCESSES_OF_PROGRAM,
    };
    Some(Bounds { memory: job.jail.memory, processes })
}

/// Starts the host's program. It belongs to no console, so that Ctrl-C is the host's alone.
fn spawn(executable: &Path, kind: Kind, [output, error]: [Stdio; 2]) -> io::Result<process::Child> {
    let kept = ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    let mut command = Command::new(executable);
    command.arg(CHILD).arg(process::id().to_string()).arg(kind.word()).env_clear().envs(kept);
    command.stdin(Stdio::piped()).stdout(output).stderr(error);
    command.creation_flags(DETACHED_PROCESS).spawn()
}

/// Takes a child in that waits for its job: all that it will ever start belongs to the job object.
fn take_in(object: JobObject, mut process: process::Child) -> io::Result<(process::Child, Tree)> {
    match object.take_in(&process) {
        Ok(()) => Ok((process, Tree::of(object))),
        Err(error) => {
            let _ = process.kill();
            let _ = process.wait();
            Err(error)
        }
    }
}

/// Gives a child a handle, and the number that it has there.
fn give(handle: &impl AsHandle, to: &process::Child) -> io::Result<usize> {
    let mut theirs = ptr::null_mut();
    // SAFETY: all handles are open for as long as the call takes, and what is written is ours. The new handle is the
    // child's, which is told of it.
    let given = unsafe {
        DuplicateHandle(
            GetCurrentProcess(),
            handle.as_handle().as_raw_handle(),
            to.as_raw_handle(),
            &raw mut theirs,
            0,
            0,
            DUPLICATE_SAME_ACCESS,
        )
    };
    if given == 0 { Err(io::Error::last_os_error()) } else { Ok(theirs as usize) }
}

impl Child {
    /// Waits until the child has closed itself in; nothing where it has ended before.
    pub fn report(&mut self) -> Option<Report> {
        let line = self.pipes.line(Instant::now() + OWN_LIMIT)?;
        match serde_json::from_slice(&line).ok()? {
            Notice::Report(report) => Some(report),
            Notice::Sealed | Notice::End(_) => None,
        }
    }

    /// There is nothing to be taken.
    pub fn forbid_opening(&mut self, _player: i32) -> Result<(), String> {
        Ok(())
    }

    /// Writes as much as there is room for.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pipes.write(bytes)
    }

    /// Reads what is there; nothing at the end of the conversation.
    pub fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.pipes.read(into)
    }

    /// Reads what it wrote elsewhere and is there; nothing where it will write no more.
    pub fn read_output(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.pipes.read_output(into)
    }

    /// Waits until the conversation can go on, or something was written elsewhere.
    pub fn wait(
        &self,
        readiness: Readiness,
        left: Option<Duration>,
        hears: Hears,
    ) -> io::Result<Ready> {
        Ok(self.pipes.wait_for(readiness, left, hears))
    }

    /// Says that nothing more will be asked.
    pub fn hang_up(&mut self) {
        self.pipes.hang_up();
    }

    /// Nobody listens to the host but the player.
    pub fn let_end(&self) {}

    /// Waits for the end. It was not killed yet.
    pub fn has_ended_within(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        let mut nap = Duration::from_micros(50);
        while let Ok(None) = self.process.try_wait() {
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(2));
        }
        true
    }

    /// Whether the system has ended it for what it holds: a job object only refuses more.
    pub fn was_overfull(&self) -> bool {
        false
    }

    /// Takes note of the end of one that was killed or has ended by itself.
    pub fn ending(&mut self) -> Option<Ending> {
        let status = self.process.wait().ok()?;
        self.pipes.await_output(LAST_WORDS);
        status.code().map(Ending::Exit)
    }
}
