//! The child's story: the job, the jail, the library, and then round after round.

use super::library::Players;
use super::program;
use super::wire::Wire;
use crate::jail::{self, Lock};
use crate::link::{COMPLAINT, Job, Report, Task};
use othello_player_api::Game;
use std::fmt::Write as _;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

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
    let (missing, lock) = match close_in(&job) {
        Ok(closed) => closed,
        Err(error) => return wire.send(&line_of(&Report::failure(error))?),
    };
    wire.send(&line_of(&Report { missing, failed: None })?)?;
    match &job.task {
        Task::Describe { library } => {
            let text = load(library, bytes, lock).and_then(|players| players.describe());
            reply(&mut wire, job.nonce, text.map(|text| text.unwrap_or_else(|| "{}".into())))
        }
        Task::Play { library, game } => {
            let players = load(library, bytes, lock);
            play(&mut wire, job.nonce, players, game)
        }
        Task::Run { command, folder, .. } => {
            let error = program::become_it(wire.ends()?, command, folder);
            wire.send(&line_of(&error)?)
        }
    }
}

/// Closes the jail but for its last step, which only a library has, and says what is missing.
fn close_in(job: &Job) -> Result<(Vec<String>, Lock), String> {
    match &job.task {
        Task::Describe { .. } | Task::Play { .. } => job.jail.close_in_library(),
        Task::Run { readable, .. } => {
            let folders: Vec<&Path> = readable.iter().map(PathBuf::as_path).collect();
            Ok((job.jail.close_in_program(&folders)?, Lock::none()))
        }
    }
}

/// Loads the library from the bytes that the host sent, then closes the jail for good.
fn load(library: &Path, bytes: Option<OwnedFd>, lock: Lock) -> Result<Players, String> {
    let place = match &bytes {
        Some(bytes) => PathBuf::from(format!("/proc/self/fd/{}", bytes.as_raw_fd())),
        None => library.to_owned(),
    };
    let players = Players::load(&place);
    drop(bytes);
    jail::lock_library(&lock)?;
    players
}

/// Begins the game, then answers rounds until the host hangs up.
fn play(
    wire: &mut Wire,
    nonce: u64,
    players: Result<Players, String>,
    game: &Game,
) -> io::Result<()> {
    let game = serde_json::to_string(game)?;
    let begun = players.and_then(|players| Ok((players.create(&game)?, players)));
    let (instance, players) = match begun {
        Ok(begun) => begun,
        Err(error) => return reply(wire, nonce, Err(error)),
    };
    reply(wire, nonce, Ok("{}".into()))?;
    while let Some(line) = wire.receive()? {
        let (nonce, round) = split_nonce(&line)?;
        reply(wire, nonce, players.ask(instance, round))?;
    }
    players.destroy(instance);
    Ok(())
}

fn split_nonce(line: &str) -> io::Result<(u64, &str)> {
    let (nonce, rest) = line.split_once(' ').ok_or_else(|| io::Error::other("no nonce"))?;
    let nonce = u64::from_str_radix(nonce, 16).map_err(io::Error::other)?;
    Ok((nonce, rest))
}

/// Sends the player's answer as one line: its JSON without line ends, a bare text as a JSON text,
/// and what is wrong with it after a mark of its own.
fn reply(wire: &mut Wire, nonce: u64, answer: Result<String, String>) -> io::Result<()> {
    let mut line = String::new();
    let _ = write!(line, "{nonce:016x} ");
    match answer {
        // A line end between the parts of a JSON text is a blank; within its texts there is none.
        Ok(text) if text.starts_with(['{', '[']) => line.push_str(&text.replace('\n', " ")),
        Ok(text) => line.push_str(&serde_json::to_string(&text)?),
        Err(error) if error.starts_with('{') => line.push_str(&error.replace('\n', " ")),
        Err(complaint) => {
            line.push(COMPLAINT);
            line.push_str(&complaint.replace('\n', " "));
        }
    }
    line.push('\n');
    wire.send(line.as_bytes())
}

fn line_of(message: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}
