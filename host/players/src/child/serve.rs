//! The child's story: the job, the jail, the library, and then call after call.

use super::library::Players;
use super::program;
use super::wire::Wire;
use crate::jail::{self, Closed};
use crate::link::{COMPLAINT, Call, Job, LOADED, Report, Task};
use std::fmt::Write as _;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;

/// The exit code of a child that could not even begin.
const CANNOT_BEGIN: i32 = 70;

/// Serves the host until it hangs up, and gives the exit code.
pub(super) fn serve(parent: i32) -> i32 {
    match conversation(parent) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("the player's process: {error}");
            CANNOT_BEGIN
        }
    }
}

fn conversation(parent: i32) -> io::Result<()> {
    jail::die_with(parent).map_err(io::Error::other)?;
    let (mut wire, bytes) = Wire::open()?;
    let Some(line) = wire.receive()? else { return Ok(()) };
    let job: Job = serde_json::from_str(&line)?;
    let report = match close_in(&job) {
        Ok(Closed { missing, filtered }) => Report { missing, filtered, failed: None },
        Err(error) => {
            let report = Report { failed: Some(error), ..Report::default() };
            return wire.send(&line_of(&report)?);
        }
    };
    wire.send(&line_of(&report)?)?;
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

/// Closes this process in: from here on strangers' code may run.
fn close_in(job: &Job) -> Result<Closed, String> {
    match &job.task {
        Task::Load { .. } => job.jail.close_in_library(),
        Task::Run { files, .. } => job.jail.close_in_program(&files.paths().collect::<Vec<_>>()),
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
