//! An outside program, whose standard input and output are the conversation: it takes this process's place where a system
//! has that, and otherwise runs in it as in a shell.

use crate::visible::VisibleFiles;
use std::fs::File;
use std::io;
#[cfg(unix)]
use std::os::unix::process::CommandExt;
#[cfg(windows)]
use std::os::windows::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// A program that runs beside this process: nowhere but on Windows is there one.
#[cfg(unix)]
type Running = std::convert::Infallible;
#[cfg(windows)]
type Running = std::process::Child;

/// Begins the program. The error is what the host is to hear.
pub(super) fn begin(
    (input, output): (File, File),
    command: &[String],
    folder: &Path,
    files: &VisibleFiles,
) -> Result<Running, String> {
    let Some((program, arguments)) = command.split_first() else {
        return Err("the command is empty".to_owned());
    };
    if let Some(class) = class_to_build(arguments, folder) {
        return Err(format!("there is no {class}.class in its folder: is it built yet?"));
    }
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("PATH", files.search_path());
    command.stdin(input).stdout(output);
    run(command).map_err(|error| match error.kind() {
        // Where it is there, what its first line names is missing.
        io::ErrorKind::NotFound if program.starts_with("./") && !folder.join(program).exists() => {
            format!("there is no {program} in its folder: is it built yet?")
        }
        _ => format!("cannot run {program}: {error}"),
    })
}

/// The class of Java in the player's own folder that a command runs, where only its source is there.
fn class_to_build<'a>(arguments: &'a [String], folder: &Path) -> Option<&'a str> {
    let [.., option, path, class] = arguments else { return None };
    let is_own = ["-cp", "-classpath", "--class-path"].contains(&option.as_str()) && path == ".";
    let has = |ending| folder.join(format!("{class}.{ending}")).exists();
    (is_own && has("java") && !has("class")).then_some(class)
}

#[cfg(unix)]
fn run(mut command: Command) -> io::Result<Running> {
    Err(command.exec())
}

/// It has a console that nobody sees, so that what it starts opens none.
#[cfg(windows)]
fn run(mut command: Command) -> io::Result<Running> {
    use windows_sys::Win32::System::Threading::CREATE_NO_WINDOW;
    command.creation_flags(CREATE_NO_WINDOW).spawn()
}

/// Waits for the program and ends as it does.
pub(super) fn see_through(program: Running) -> io::Result<()> {
    #[cfg(unix)]
    match program {}
    #[cfg(windows)]
    {
        let mut program = program;
        let status = program.wait()?;
        std::process::exit(status.code().unwrap_or(1))
    }
}
