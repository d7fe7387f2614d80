//! An outside program: which file its command means, and what it may read.

use crate::link::Task;
use std::path::{Path, PathBuf};

/// Where programs are looked for first: what lies here also runs where the user's own folders
/// can't be read.
const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The task of running a command in a folder.
pub(crate) fn task(command: &[String], folder: &Path) -> Task {
    let mut command = command.to_vec();
    let mut readable: Vec<PathBuf> = named_files(&command, folder);
    if let Some(found) = command.first().and_then(|name| find(name)) {
        readable.push(installation(&found));
        command[0] = found.display().to_string();
    }
    let home = dirs::home_dir();
    // Nobody's whole home is a player's own folder.
    readable.retain(|path| !home.as_ref().is_some_and(|home| home.starts_with(path)));
    Task::Run { command, folder: folder.to_owned(), readable }
}

/// The folders that a command names, and the files, each with the folder that it lies in.
fn named_files(command: &[String], folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    // A list of paths is one word, and so is an option with its value.
    for word in command.iter().flat_map(|word| word.split([':', '='])) {
        let Some(path) = named_file(word, folder) else { continue };
        if !path.is_dir() {
            files.extend(path.parent().map(Path::to_owned));
        }
        files.push(path);
    }
    files
}

/// The file or folder that a word names: as it stands, as a class of Java, or as a module of Python.
fn named_file(word: &str, folder: &Path) -> Option<PathBuf> {
    let endings = ["", ".class", ".py"].into_iter();
    let found = endings.map(|ending| folder.join(format!("{word}{ending}")).canonicalize().ok());
    found.flatten().next().filter(|_| !word.is_empty())
}

/// The name of a program that does not give one: that of the last file in its command, or its last word.
pub(crate) fn name(command: &[String], folder: &Path) -> String {
    let words = || command.iter().rev().filter(|word| !word.starts_with('-'));
    let file = words().find(|word| named_file(word, folder).is_some_and(|path| path.is_file()));
    let word = file.or(words().next()).map_or("", String::as_str);
    Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into()).unwrap_or_default()
}

/// The file of a program that is named without a path.
fn find(name: &str) -> Option<PathBuf> {
    if name.contains(['/', '\\']) {
        return None;
    }
    let user = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(SYSTEM_PATH)
        .chain(std::env::split_paths(&user))
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// The folder that a program was installed in, with its libraries beside its `bin`.
fn installation(program: &Path) -> PathBuf {
    let real = program.canonicalize().unwrap_or_else(|_| program.to_owned());
    let folder = real.parent().unwrap_or(&real);
    match folder.parent() {
        Some(above) if folder.ends_with("bin") => above.to_owned(),
        _ => folder.to_owned(),
    }
}
