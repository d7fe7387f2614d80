//! A player's process on Unix, from its job to its conversation: which descriptors it keeps, and how it is closed in.

use super::serve::{exit_code, serve};
use super::wire::Wire;
use crate::jail::{self, Closed, MissingLayer, Surroundings};
#[cfg(target_os = "linux")]
use crate::jail::{LibraryJail, Nursery};
#[cfg(not(target_os = "linux"))]
use crate::link::Kind;
use crate::link::{Job, Notice, Report, Task, receive_with_descriptors, send_line};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;

/// The place of its output among the descriptors that a child gets.
const WRITTEN: usize = 2;

/// What was closed around this process before it began.
#[derive(Debug, Default)]
pub(super) struct Closing {
    pub surroundings: Surroundings,
    pub missing: Vec<MissingLayer>,
}

/// Plays what a job says until the host hangs up, and gives the exit code.
pub(super) fn play(
    post: &UnixStream,
    parent: i32,
    job: &Job,
    descriptors: Vec<OwnedFd>,
    closing: Closing,
) -> i32 {
    exit_code((|| {
        become_player(parent)?;
        let ends = Ends::arrange(post, descriptors)?;
        let closed = close_in(job, closing.surroundings);
        converse(ends, &job.task, closing, closed)
    })())
}

/// The same for a library that has no job yet, and closes itself in as far as that can be done without one.
#[cfg(target_os = "linux")]
pub(super) fn play_library(
    post: &UnixStream,
    parent: i32,
    nursery: &Nursery,
    closing: Closing,
) -> i32 {
    exit_code((|| {
        become_player(parent)?;
        let jail = LibraryJail::prepare(nursery);
        let Some((job, descriptors)) = receive_with_descriptors::<Job>(post)? else {
            return Ok(());
        };
        if let Some(cores) = &job.cores {
            cores.keep_to();
        }
        let ends = Ends::arrange(post, descriptors)?;
        let closed = jail.and_then(|jail| jail.close(job.jail.memory, closing.surroundings));
        converse(ends, &job.task, closing, closed)
    })())
}

/// The same for a child that the host started itself, with the socket as its standard input.
#[cfg(not(target_os = "linux"))]
pub(super) fn run(parent: i32, _kind: Kind) -> i32 {
    let Ok(host) = io::stdin().as_fd().try_clone_to_owned() else {
        return super::serve::CANNOT_BEGIN;
    };
    let host = UnixStream::from(host);
    match receive_with_descriptors::<Job>(&host) {
        Ok(Some((job, descriptors))) => play(&host, parent, &job, descriptors, Closing::default()),
        _ => 0,
    }
}

fn become_player(parent: i32) -> io::Result<()> {
    jail::die_with(parent).map_err(io::Error::other)?;
    jail::own_session().map_err(io::Error::other)
}

/// What a player has open.
struct Ends {
    from: OwnedFd,
    to: OwnedFd,
    post: OwnedFd,
    /// The library.
    bytes: Option<OwnedFd>,
}

impl Ends {
    /// Closes all that is open but for what came with the job and the host's socket, and gives standard output and error
    /// their places.
    fn arrange(post: &UnixStream, descriptors: Vec<OwnedFd>) -> io::Result<Ends> {
        let mut kept = descriptors;
        kept.insert(WRITTEN.min(kept.len()), post.as_fd().try_clone_to_owned()?);
        let mut kept = jail::keep_only(kept).map_err(io::Error::other)?.into_iter();
        let mut next = || kept.next().ok_or_else(|| io::Error::other("the host sent no pipes"));
        let (from, to, post, written) = (next()?, next()?, next()?, next()?);
        rustix::stdio::dup2_stdout(&written)?;
        rustix::stdio::dup2_stderr(&written)?;
        Ok(Ends { from, to, post, bytes: kept.next() })
    }
}

/// Reports how the process is closed in, and serves the host. Here strangers' code runs, so the host's socket is closed
/// before that.
fn converse(
    ends: Ends,
    task: &Task,
    closing: Closing,
    closed: Result<Closed, String>,
) -> io::Result<()> {
    let Ends { from, to, post, bytes } = ends;
    let surroundings = closing.surroundings;
    let report = report(closing, closed);
    let is_over = report.failed.is_some();
    send_line(&post, &Notice::Report(report))?;
    // From here on strangers' code may run.
    drop(post);
    if is_over {
        return Ok(());
    }
    let library = bytes.as_ref().map(|bytes| surroundings.path_of(bytes));
    serve(Wire::new(from.into(), to.into()), task, library)
}

/// Closes this process in for its job.
fn close_in(job: &Job, surroundings: Surroundings) -> Result<Closed, String> {
    match &job.task {
        Task::Run { files, .. } => {
            let files: Vec<&Path> = files.paths().collect();
            job.jail.close_in_program(&files, surroundings)
        }
        #[cfg(target_os = "linux")]
        Task::Load { .. } => Ok(Closed::default()),
        #[cfg(not(target_os = "linux"))]
        Task::Load { .. } => Ok(jail::no_jail()),
    }
}

fn report(closing: Closing, closed: Result<Closed, String>) -> Report {
    let own_processes = closing.surroundings.has_own_processes();
    match closed {
        Ok(Closed { missing, landlock, filters }) => {
            let missing = closing.missing.into_iter().chain(missing).collect();
            Report { missing, landlock, filters, own_processes, failed: None }
        }
        Err(error) => Report { failed: Some(error), ..Report::default() },
    }
}
