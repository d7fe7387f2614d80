//! The player's story: the jail, the library, and then call after call.

use super::library::Players;
use super::program;
use super::wire::Wire;
#[cfg(target_os = "linux")]
use crate::jail::LibraryJail;
use crate::jail::{self, Closed, MissingLayer, Surroundings};
#[cfg(not(target_os = "linux"))]
use crate::link::Kind;
#[cfg(target_os = "linux")]
use crate::link::receive_with_descriptors;
use crate::link::{COMPLAINT, Call, Job, LOADED, Notice, Report, Task, send_line};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;

/// The exit code of a child that could not even begin.
const CANNOT_BEGIN: i32 = 70;

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
        serve(ends, &job.task, closing, closed)
    })())
}

/// The same for a library that has no job yet, and closes itself in as far as that can be done without one.
#[cfg(target_os = "linux")]
pub(super) fn play_library(post: &UnixStream, parent: i32, closing: Closing) -> i32 {
    exit_code((|| {
        become_player(parent)?;
        let jail = LibraryJail::prepare();
        let Some((job, descriptors)) = receive_with_descriptors::<Job>(post)? else {
            return Ok(());
        };
        if let Some(cores) = &job.cores {
            cores.keep_to();
        }
        let ends = Ends::arrange(post, descriptors)?;
        let closed = jail.and_then(|jail| jail.close(job.jail.memory));
        serve(ends, &job.task, closing, closed)
    })())
}

/// The same for a child that the host started itself, with the socket as its standard input.
#[cfg(not(target_os = "linux"))]
pub(super) fn serve_alone(parent: i32, _kind: Kind) -> i32 {
    let Ok(host) = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned() else {
        return CANNOT_BEGIN;
    };
    let host = UnixStream::from(host);
    match crate::link::receive_with_descriptors::<Job>(&host) {
        Ok(Some((job, descriptors))) => play(&host, parent, &job, descriptors, Closing::default()),
        _ => 0,
    }
}

fn exit_code(played: io::Result<()>) -> i32 {
    match played {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("the player's process: {error}");
            CANNOT_BEGIN
        }
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
fn serve(
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
    let mut wire = Wire::new(from, to);
    match task {
        Task::Load { library } => {
            let path = bytes.as_ref().map(|bytes| surroundings.path_of(bytes));
            match Players::load(path.as_ref().unwrap_or(library)) {
                Ok(players) => {
                    wire.send(format!("{LOADED}\n").as_bytes())?;
                    answer_calls(&mut wire, &players)
                }
                Err(reason) => {
                    wire.send(format!("{COMPLAINT}{}\n", on_one_line(&reason)).as_bytes())
                }
            }
        }
        Task::Run { command, folder, files } => {
            let error = program::become_it(wire.ends()?, command, folder, files);
            wire.send(&line_of(&error)?)
        }
    }
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

/// Answers what the host asks until it hangs up.
fn answer_calls(wire: &mut Wire, players: &Players) -> io::Result<()> {
    let mut instance = None;
    while let Some(line) = wire.receive()? {
        let call = Call::parse(&line).ok_or_else(|| io::Error::other("not a call"))?;
        let (nonce, call, text) = call;
        let answer = match (call, instance) {
            (Call::Describe, _) => players.describe().map(|text| text.unwrap_or_else(empty)),
            (Call::Create, _) => players.create(text).map(|created| {
                instance = Some(created);
                empty()
            }),
            (Call::Round, Some(instance)) => players.ask(instance, text),
            (Call::Round, None) => Err("no game was begun".to_owned()),
        };
        reply(wire, nonce, answer)?;
    }
    if let Some(instance) = instance {
        players.destroy(instance);
    }
    Ok(())
}

/// The answer that says nothing.
fn empty() -> String {
    "{}".to_owned()
}

/// Sends the player's answer as one line: its JSON without line ends, a bare text as a JSON text,
/// and what is wrong with it after a mark of its own.
fn reply(wire: &mut Wire, nonce: u64, answer: Result<String, String>) -> io::Result<()> {
    let mut line = String::new();
    let _ = write!(line, "{nonce:016x} ");
    match answer {
        // A line end between the parts of a JSON text is a blank; within its texts there is none.
        Ok(text) if text.starts_with(['{', '[']) => line.push_str(&on_one_line(&text)),
        Ok(text) => line.push_str(&serde_json::to_string(&text)?),
        Err(error) if error.starts_with('{') => line.push_str(&on_one_line(&error)),
        Err(complaint) => {
            line.push(COMPLAINT);
            line.push_str(&on_one_line(&complaint));
        }
    }
    line.push('\n');
    wire.send(line.as_bytes())
}

fn on_one_line(text: &str) -> Cow<'_, str> {
    if text.contains('\n') { text.replace('\n', " ").into() } else { text.into() }
}

fn line_of(message: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}
