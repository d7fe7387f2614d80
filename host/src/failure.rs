//! Why a command did not do what was asked, with the exit code that says whose fault that is.

use std::fmt;
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// It was used wrongly: exit code 2.
    Usage(String),
    /// It could not: exit code 1.
    Impossible(String),
    /// It could not, and has said why already: exit code 1.
    Told,
}

impl Failure {
    /// Says it on standard error, and gives the exit code.
    pub fn tell(&self) -> ExitCode {
        match self {
            Failure::Usage(message) => {
                eprintln!("othello-host: {message}");
                ExitCode::from(2)
            }
            Failure::Impossible(message) => {
                eprintln!("othello-host: {message}");
                ExitCode::from(1)
            }
            Failure::Told => ExitCode::from(1),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Impossible(message) => f.write_str(message),
            Failure::Told => f.write_str("it was told already"),
        }
    }
}

/// What a command gives.
pub type Done<T = ()> = Result<T, Failure>;

/// The failure of somebody who used the command wrongly.
pub fn usage(error: impl fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
}

/// The failure of a command that could not do it.
pub fn impossible(error: impl fmt::Display) -> Failure {
    Failure::Impossible(error.to_string())
}
