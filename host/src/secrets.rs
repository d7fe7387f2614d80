//! Passwords and keys as the user gives them: written out, from the environment, or typed without echo.

use std::io::{BufRead, IsTerminal, Read, stdin};
use std::path::Path;
use std::sync::OnceLock;

use othello_board::Secret;
use othello_players::read_text;

use crate::exit::usage;

/// The variable with the database's password.
pub const PASSWORD: &str = "OTHELLO_PASSWORD";

/// The variable with the key of a model.
pub const API_KEY: &str = "OTHELLO_API_KEY";

/// How long a file with a token may be.
const LONGEST: u64 = 64 << 10;

/// What the environment held at the start.
static TAKEN: OnceLock<Vec<(String, Secret)>> = OnceLock::new();

/// Takes the secrets out of the environment, where other processes could see them. The program's first thread does
/// this before there is another one.
pub fn take_from_environment() {
    let taken = othello_players::close_to_others(&[PASSWORD, API_KEY]);
    let secrets = taken.into_iter().map(|(name, value)| (name, Secret::new(value)));
    TAKEN.get_or_init(|| secrets.collect());
}

/// The token in a file; a hyphen means a line of standard input, typed without echo on a terminal.
pub fn token(file: &str) -> anyhow::Result<String> {
    let token = if file != "-" {
        read_text(Path::new(file), LONGEST)
            .map_err(|why| usage(format!("--token {file}: {why}; it names a file, or is -")))?
    } else if stdin().is_terminal() {
        rpassword::prompt_password("token: ").map_err(|_| usage("no token"))?
    } else {
        let mut line = String::new();
        let mut typed = stdin().lock().take(LONGEST);
        typed.read_line(&mut line).map_err(|error| usage(format!("--token -: {error}")))?;
        line
    };
    let token = token.trim();
    if token.is_empty() { Err(usage("--token: there is none")) } else { Ok(token.to_owned()) }
}

/// The secret that was written. A hyphen means the environment's variable, and without that the person at the
/// terminal, where `ask` says so.
pub fn secret(written: &str, variable: &str, what: &str, ask: bool) -> anyhow::Result<Secret> {
    if written != "-" {
        return Ok(Secret::new(written));
    }
    let mut taken = TAKEN.get().into_iter().flatten();
    if let Some((_, value)) = taken.find(|(name, _)| name == variable) {
        return Ok(value.clone());
    }
    if !ask {
        return Ok(Secret::default());
    }
    rpassword::prompt_password(format!("{what}: "))
        .map(Secret::new)
        .map_err(|_| usage(format!("no {what}: set {variable}, or run this on a terminal")))
}
