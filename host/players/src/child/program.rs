//! An outside program, whose standard input and output are the conversation: it takes this process's place where a system
//! has that, and otherwise runs in it as in a shell.

use crate::visible::VisibleFiles;
use std::fs::File;
use std::io::{self, Read};
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

/// How letters are written: to some languages, Java among them, a path with others than English ones names nothing where
/// nobody says so.
#[cfg(unix)]
const LETTERS: (&str, &str) = ("LC_CTYPE", "C.UTF-8");

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
    if let Some(reason) = windows_line_ends(&folder.join(program)) {
        return Err(format!("cannot run {program}: {reason}"));
    }
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("PATH", files.search_path());
    #[cfg(unix)]
    command.envs([LETTERS]);
    command.stdin(input).stdout(output);
    run(command).map_err(|error| why_not(program, folder, &error))
}

/// Why a program can't be run, with the way out.
fn why_not(program: &str, folder: &Path, error: &io::Error) -> String {
    let is_path = program.contains('/');
    let file = folder.join(program);
    match error.kind() {
        io::ErrorKind::NotFound if is_path && file.exists() => {
            format!("cannot run {program}: {}", first_line_fault(&file))
        }
        io::ErrorKind::NotFound if program.starts_with("./") => {
            format!("there is no {program} in its folder: is it built yet?")
        }
        io::ErrorKind::NotFound if is_path => format!(
            "there is no program {program} that it may see, which is its own folder and what is installed for \
             everybody: install it so, or name the player by \"cypher:COMMAND\", who sees what the command names"
        ),
        io::ErrorKind::NotFound if file.exists() => {
            format!(
                "there is no program {program} on the PATH: write ./{program} for the one in its folder"
            )
        }
        io::ErrorKind::NotFound => format!(
            "there is no program {program} that it may see: is it called so, and installed for everybody?"
        ),
        io::ErrorKind::PermissionDenied if file.is_dir() => {
            format!("cannot run {program}: it is a folder")
        }
        io::ErrorKind::PermissionDenied if is_path => {
            format!("cannot run {program}: it is not marked as a program: chmod +x {program}")
        }
        _ => format!("cannot run {program}: {error}"),
    }
}

/// What is wrong with a script whose file is there and whose interpreter is not.
fn first_line_fault(file: &Path) -> String {
    match first_line(file).strip_prefix(b"#!") {
        Some(name) => {
            let name: String = String::from_utf8_lossy(name).trim().chars().take(100).collect();
            format!("its first line names {name}, which is not there")
        }
        None => "what it needs of the system is not there".to_owned(),
    }
}

/// What is wrong with a script that an editor of Windows has written: the system takes the end of its first line for a
/// letter of the interpreter's name. `env -S` alone does not.
fn windows_line_ends(file: &Path) -> Option<String> {
    let line = first_line(file);
    let splits = line.windows(3).any(|part| part == b" -S");
    let is_wrong = cfg!(unix) && line.starts_with(b"#!") && line.ends_with(b"\r") && !splits;
    is_wrong
        .then(|| "its lines end as those of Windows do; save it with LF at their ends".to_owned())
}

/// The first line of a file, which is short; nothing where there is no file.
fn first_line(file: &Path) -> Vec<u8> {
    let mut text = Vec::new();
    let _ = File::open(file).and_then(|file| file.take(256).read_to_end(&mut text));
    text.split(|byte| *byte == b'\n').next().unwrap_or_default().to_owned()
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
