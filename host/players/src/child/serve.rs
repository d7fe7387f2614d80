//! The player's story: the jail, the library, and then call after call.

use super::library::Players;
use super::program;
use super::wire::Wire;
use crate::jail::{self, Closed, MissingLayer, Surroundings};
use crate::link::{COMPLAINT, Call, Job, LOADED, Notice, Report, Task, send_line};
use std::fmt::Write as _;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
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

/// Serves the host until it hangs up, and gives the exit code. Here strangers' code runs, so the host's socket is closed
/// before that.
pub(super) fn play(
    host: &UnixStream,
    parent: i32,
    job: Job,
    descriptors: Vec<OwnedFd>,
    closing: Closing,
) -> i32 {
    match conversation(host, parent, &job, descriptors, closing) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("the player's process: {error}");
            CANNOT_BEGIN
        }
    }
}

/// The same for a child that the host started itself, with the socket as its standard input.
#[cfg(not(target_os = "linux"))]
pub(super) fn serve_alone(parent: i32) -> i32 {
    let Ok(host) = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned() else {
        return CANNOT_BEGIN;
    };
    let host = UnixStream::from(host);
    match crate::link::receive_with_descriptors(&host) {
        Ok(Some((job, descriptors))) => play(&host, parent, job, descriptors, Closing::default()),
        _ => 0,
    }
}

fn conversation(
    host: &UnixStream,
    parent: i32,
    job: &Job,
    descriptors: Vec<OwnedFd>,
    closing: Closing,
) -> io::Result<()> {
    jail::die_with(parent).map_err(io::Error::other)?;
    jail::own_session().map_err(io::Error::other)?;
    let host = host.as_fd().try_clone_to_owned()?;
    let mut kept = descriptors;
    kept.insert(WRITTEN.min(kept.len()), host);
    let mut kept = jail::keep_only(kept).map_err(io::Error::other)?.into_iter();
    let mut next = || kept.next().ok_or_else(|| io::Error::other("the host sent no pipes"));
    let (from, to, host, written) = (next()?, next()?, next()?, next()?);
    let bytes = kept.next();
    rustix::stdio::dup2_stdout(&written)?;
    rustix::stdio::dup2_stderr(&written)?;
    drop(written);
    let report = report(job, closing);
    let is_over = report.failed.is_some();
    send_line(&host, &Notice::Report(report))?;
    // From here on strangers' code may run.
    drop(host);
    if is_over {
        return Ok(());
    }
    let mut wire = Wire::new(from, to);
    match &job.task {
        Task::Load { library } => match load(library, bytes) {
            Ok(players) => {
                wire.send(format!("{LOADED}\n").as_bytes())?;
                answer_calls(&mut wire, &players)
            }
            Err(reason) => wire.send(format!("{COMPLAINT}{}\n", on_one_line(&reason)).as_bytes()),
        },
        Task::Run { command, folder, files } => {
            let error = program::become_it(wire.ends()?, command, folder, files);
            wire.send(&line_of(&error)?)
        }
    }
}

/// Closes this process in, and says with what.
fn report(job: &Job, closing: Closing) -> Report {
    let own_processes = closing.surroundings.has_own_processes();
    let closed = match &job.task {
        Task::Load { .. } => job.jail.close_in_library(),
        Task::Run { files, .. } => {
            let files: Vec<&Path> = files.paths().collect();
            job.jail.close_in_program(&files, closing.surroundings)
        }
    };
    match closed {
        Ok(Closed { missing, landlock, filters }) => {
            let missing = closing.missing.into_iter().chain(missing).collect();
            Report { missing, landlock, filters, own_processes, failed: None }
        }
        Err(error) => Report { failed: Some(error), ..Report::default() },
    }
}

/// Loads the library from the bytes that the host sent.
fn load(library: &Path, bytes: Option<OwnedFd>) -> Result<Players, String> {
    match &bytes {
        Some(bytes) => Players::load(Path::new(&format!("/proc/self/fd/{}", bytes.as_raw_fd()))),
        None => Players::load(library),
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

fn on_one_line(text: &str) -> String {
    text.replace('\n', " ")
}

fn line_of(message: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}
