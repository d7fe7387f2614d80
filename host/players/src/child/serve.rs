//! The conversation of a player with its host, once it is closed in: the library, and then call after call, or another
//! program.

use super::library::Players;
use super::program;
use super::wire::Wire;
use crate::link::{COMPLAINT, Call, LOADED, Task};
use othello_player_api::Answer;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// The exit code of a child that could not even begin.
pub(super) const CANNOT_BEGIN: i32 = 70;

pub(super) fn exit_code(played: io::Result<()>) -> i32 {
    match played {
        Ok(()) => 0,
        Err(error) => {
            let _ = writeln!(io::stderr(), "the player's process: {error}");
            CANNOT_BEGIN
        }
    }
}

/// Does what a task says until the host hangs up. Here strangers' code runs. A library is loaded from its own path where
/// nothing better is known.
pub(super) fn serve(mut wire: Wire, task: &Task, library: Option<PathBuf>) -> io::Result<()> {
    match task {
        Task::Load { library: own_path } => {
            match Players::load(library.as_ref().unwrap_or(own_path)) {
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
            match program::begin(wire.ends()?, command, folder, files) {
                Ok(program) => {
                    // The conversation is the program's alone.
                    drop(wire);
                    program::see_through(program)
                }
                Err(error) => wire.send(&line_of(&Answer::error(error))?),
            }
        }
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
