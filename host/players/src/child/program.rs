//! Becoming an outside program, whose standard input and output are the conversation.

use crate::visible::VisibleFiles;
use othello_player_api::{Answer, Reply};
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Runs the program in place of this one. What comes back is why that could not be.
pub(super) fn become_it(
    (input, output): (File, File),
    command: &[String],
    folder: &Path,
    files: &VisibleFiles,
) -> Answer {
    let Some((program, arguments)) = command.split_first() else {
        return Answer::error("the command is empty");
    };
    let error = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("PATH", files.search_path())
        .stdin(input)
        .stdout(output)
        .exec();
    Reply::Error(format!("cannot run {program}: {error}")).into()
}
