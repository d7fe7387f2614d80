//! Passwords and keys as the user gives them: written out, from the environment, or typed without echo.

use std::env;

use othello_board::Secret;

use crate::exit::usage;

/// The secret that was written. A hyphen means the environment's variable, and without that the person at the
/// terminal, where `ask` says so.
pub fn secret(written: &str, variable: &str, what: &str, ask: bool) -> anyhow::Result<Secret> {
    if written != "-" {
        return Ok(Secret::new(written));
    }
    if let Ok(value) = env::var(variable) {
        return Ok(Secret::new(value));
    }
    if !ask {
        return Ok(Secret::default());
    }
    rpassword::prompt_password(format!("{what}: "))
        .map(Secret::new)
        .map_err(|_| usage(format!("no {what}: set {variable}, or run this on a terminal")))
}
