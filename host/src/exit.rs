//! How a command's failure ends the program. `anyhow` carries the failure with its context; only what ends it
//! otherwise than any other failure does has a type, which is looked for once, here.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use anyhow::Error;
use othello_arena::contest::ContestError;
use othello_store::StoreError;

use crate::report::command_line;

/// A failure with an exit code or a silence of its own. Any other one is printed, and gives exit code 1.
#[derive(Debug, thiserror::Error)]
pub enum Exit {
    /// The command was used wrongly: exit code 2.
    #[error("{0}")]
    WrongUsage(String),
    /// Somebody interrupted it, and what there is to say is said: exit code 130, as a shell gives it.
    #[error("it was interrupted")]
    Interrupted,
    /// Why the command failed is printed already: exit code 1.
    #[error("the reason was printed before")]
    Reported,
}

/// The failure of somebody who used the command wrongly.
pub fn usage(message: impl Display) -> Error {
    Exit::WrongUsage(message.to_string()).into()
}

/// The failure with what it happened in, outermost first, in one line.
pub fn message(error: &Error) -> String {
    let mut message = String::new();
    for cause in error.chain().map(ToString::to_string) {
        // Some libraries' errors name their own cause too.
        if message.is_empty() {
            message = cause;
        } else if !message.ends_with(&cause) {
            message += &format!(": {cause}");
        }
    }
    in_words(message)
}

/// What stands behind the system's words, before their number.
const NUMBER: &str = " (os error ";

/// The message with what the system said in it, such as "Permission denied (os error 13)", in words of ours.
fn in_words(mut message: String) -> String {
    while let Some((_, rest)) = message.split_once(NUMBER) {
        let Some(number) = rest.split(')').next().and_then(|number| number.parse().ok()) else {
            break;
        };
        let error = io::Error::from_raw_os_error(number);
        let (said, words) = (error.to_string(), system_words(&error));
        if !message.contains(&said) {
            break;
        }
        message = message.replace(&said, &words);
    }
    message
}

/// What the system means, with the way out where there is one for everybody.
fn system_words(error: &io::Error) -> String {
    let words = match error.kind() {
        ErrorKind::PermissionDenied => "you may not use it (permission denied)",
        ErrorKind::NotFound => "it is not there",
        ErrorKind::AlreadyExists => "it is there already",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of its path is no folder",
        ErrorKind::ReadOnlyFilesystem => "nothing can be written there",
        ErrorKind::StorageFull => "the disk is full; make room and try again",
        ErrorKind::QuotaExceeded => "your share of the disk is full; make room and try again",
        _ => {
            let said = error.to_string();
            let said = said.rsplit_once(NUMBER).map_or(&*said, |(said, _)| said);
            return said.to_lowercase();
        }
    };
    words.to_owned()
}

/// What to do about a failure that a command of ours mends.
fn way_out(error: &Error) -> Option<String> {
    let damaged = error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(ContestError::Store(error)) => Some(error),
        _ => cause.downcast_ref(),
    });
    let Some(StoreError::Damaged(path)) = damaged else { return None };
    let file = path.display().to_string();
    let command = command_line(&["othello-host", "contest", "repair", &file].map(str::to_owned));
    Some(format!("what can be read is copied to a new file by: {command}"))
}

/// Prints the failure on standard error, and gives the exit code.
pub fn report(error: &Error) -> ExitCode {
    let exit = error.downcast_ref::<Exit>();
    if !matches!(exit, Some(Exit::Reported | Exit::Interrupted)) {
        tell_line!("othello-host: {}", message(error));
        way_out(error).iter().for_each(|what| tell_line!("{what}"));
    }
    ExitCode::from(match exit {
        Some(Exit::WrongUsage(_)) => 2,
        Some(Exit::Interrupted) => 130,
        _ => 1,
    })
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn a_damaged_file_is_told_with_the_command_that_saves_what_it_has() {
        let damaged = || StoreError::Damaged("my games/it's.db".into());
        let told = r"what can be read is copied to a new file by: othello-host contest repair 'my games/it'\''s.db'";
        let failures: [Error; 3] = [
            damaged().into(),
            ContestError::from(damaged()).into(),
            Error::from(damaged()).context("the report"),
        ];
        for failure in failures {
            assert_eq!(way_out(&failure).as_deref(), Some(told), "{failure:#}");
        }
        assert_eq!(way_out(&StoreError::Missing("a.db".into()).into()), None);
    }

    #[test]
    fn what_the_system_said_is_told_in_words_wherever_it_stands() {
        for number in 1..200 {
            let error = Error::from(io::Error::from_raw_os_error(number)).context("a.toml");
            let told = message(&error);
            assert!(told.starts_with("a.toml: ") && !told.contains("os error"), "{told}");
            assert_eq!(told, told.to_lowercase());
        }
        let denied = io::Error::from_raw_os_error(if cfg!(windows) { 5 } else { 13 });
        let wrapped = usage(format!("/srv/x: {denied}")).context("players new");
        let told = "players new: /srv/x: you may not use it (permission denied)";
        assert_eq!(message(&wrapped), told);
        let foreign = "it said: gone (os error 2), and (os error of mine)";
        assert_eq!(message(&usage(foreign)), foreign);
    }

    #[test]
    fn context_is_printed_once_and_keeps_the_kind_of_the_failure() {
        let error = usage("no such moves").context("--position");
        assert_eq!(message(&error), "--position: no such moves");
        assert!(matches!(error.downcast_ref(), Some(Exit::WrongUsage(_))));

        #[derive(Debug, thiserror::Error)]
        #[error("games.db: {source}")]
        struct Named {
            source: io::Error,
        }
        let named: Result<(), _> = Err(Named { source: io::Error::other("no room") });
        assert_eq!(message(&named.context("export").unwrap_err()), "export: games.db: no room");
    }
}
