//! An outside program: which file its command means, which files it sees, and which its manifest asks for.

use crate::file::open;
use crate::installed::is_installed;
use crate::link::Task;
use crate::visible::{Refusal, SYSTEM_PATH, VisibleFiles, never, ungrantable};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// The name of a manifest that has a folder of its own.
pub(crate) const MANIFEST: &str = "player.toml";

/// How many programs may stand one behind the other: a script, its interpreter, and what `env` finds.
const LONGEST_CHAIN: usize = 4;

/// What stands between the parts of a word that names several files, or an option and a file.
const BETWEEN: [char; 2] = [if cfg!(windows) { ';' } else { ':' }, '='];

/// What a program's name may end with where it is named without.
const ENDINGS: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat", ""] } else { &[""] };

/// The longest first line of a script that names its interpreter.
const LONGEST_SHEBANG: u64 = 256;

/// A file or folder that a manifest asks for, beyond the player's own folder and the installed system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRequest {
    /// What it asks for.
    pub path: PathBuf,
    /// Whether a person has granted it.
    pub granted: bool,
    /// Why nobody can.
    pub refusal: Option<Refusal>,
}

/// The task of running a command in a folder.
pub(crate) fn task(command: &[String], folder: &Path, files: &VisibleFiles) -> Task {
    let mut command = command.to_vec();
    if let Some(found) = command.first().and_then(|name| find(name)) {
        command[0] = found.display().to_string();
    }
    Task::Run { command, folder: folder.to_owned(), files: files.clone() }
}

/// What a program sees that its user has named by a command: what the command names, each file with the folder that
/// it lies in, and what runs it.
pub(crate) fn files_of_command(command: &[String], folder: &Path) -> VisibleFiles {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in named_files(command, folder) {
        if !path.is_dir() {
            files.extend(path.parent().map(Path::to_owned));
        }
        files.push(path);
    }
    files.extend(programs(command, folder).iter().map(|program| installation(program)));
    VisibleFiles::of(files)
}

/// What a player sees without asking: the folder of its own that its manifest lies in. A manifest that lies among
/// others has the files beside it that its command names.
///
/// # Errors
///
/// Where the folder holds what is none of a player's business.
pub(crate) fn own_files(
    manifest: &Path,
    command: &[String],
    folder: &Path,
) -> Result<VisibleFiles, String> {
    let folder = folder.canonicalize().map_err(|error| error.to_string())?;
    if let Some(refusal) = never(&folder) {
        return Err(format!(
            "{} can't be a player's own folder, since {refusal}; put the player into another",
            folder.display()
        ));
    }
    if manifest.file_name().is_some_and(|name| name == MANIFEST) {
        return Ok(VisibleFiles::of([folder]));
    }
    let beside = named_files(command, &folder);
    Ok(VisibleFiles::of(beside.filter(|path| path.is_file() && path.parent() == Some(&folder))))
}

/// What a manifest asks for: what its command names and what runs it, where that is neither in its own folder nor
/// installed for everybody, and what it says that it reads.
pub(crate) fn requests(
    command: &[String],
    reads: &[PathBuf],
    folder: &Path,
    own: &VisibleFiles,
    granted: &[PathBuf],
) -> Vec<FileRequest> {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let named = named_files(command, &folder).chain(programs(command, &folder));
    let reads = reads.iter().map(|path| folder.join(path));
    let reads = reads.map(|path| path.canonicalize().unwrap_or(path));
    let all: BTreeSet<PathBuf> = named.chain(reads).collect();
    let beyond = |path: &PathBuf| !own.hold(path) && !is_installed(path) && *path != folder;
    all.into_iter().filter(beyond).map(|path| FileRequest::of(path, granted)).collect()
}

/// The first path among the words of a command that leads out of the player's own folder, and not to what is installed
/// for everybody.
pub(crate) fn named_outside(words: impl IntoIterator<Item = String>) -> Option<String> {
    let leads_out = |word: &&str| {
        let path = Path::new(word);
        let climbs = path.components().any(|part| part == Component::ParentDir);
        climbs || (path.has_root() && !is_installed(path))
    };
    let first = |word: String| word.split([':', '=']).find(leads_out).map(str::to_owned);
    words.into_iter().find_map(first)
}

/// The words after `#!` on the first line of a script.
pub(crate) fn interpreter_words(script: &[u8]) -> Vec<String> {
    let head = String::from_utf8_lossy(script);
    let line = head.strip_prefix("#!").and_then(|rest| rest.lines().next()).unwrap_or_default();
    line.split_whitespace().map(str::to_owned).collect()
}

impl FileRequest {
    fn of(path: PathBuf, granted: &[PathBuf]) -> FileRequest {
        let refusal = ungrantable(&path);
        FileRequest { granted: refusal.is_none() && granted.contains(&path), path, refusal }
    }
}

/// The files and folders that a command names, without links.
fn named_files(command: &[String], folder: &Path) -> impl Iterator<Item = PathBuf> {
    // A list of paths is one word, and so is an option with its value.
    let words = command.iter().flat_map(|word| word.split(BETWEEN));
    words.filter_map(|word| named_file(word, folder)).collect::<Vec<_>>().into_iter()
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

/// The programs that a command starts, without links: the first of its words, where that is a script its interpreter,
/// and where one is `env` what it finds.
fn programs(command: &[String], folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut words = command.to_vec();
    while let Some(program) = words.first().and_then(|word| program(word, folder))
        && found.len() < LONGEST_CHAIN
    {
        words = match program.file_name().is_some_and(|name| name == "env") {
            true => words.split_off(1).into_iter().skip_while(|word| is_for_env(word)).collect(),
            false => interpreter(&program),
        };
        found.push(program);
    }
    found
}

/// An option or a variable, before the program that `env` starts.
fn is_for_env(word: &str) -> bool {
    word.starts_with('-') || word.contains('=')
}

/// What a script names as its interpreter, with its words for that.
fn interpreter(program: &Path) -> Vec<String> {
    let mut head = Vec::new();
    if let Ok((file, _)) = open(program) {
        // What can't be read names no interpreter.
        let _ = file.take(LONGEST_SHEBANG).read_to_end(&mut head);
    }
    interpreter_words(&head)
}

/// Whether there is such a program, for a command that runs in this folder.
pub(crate) fn is_program(word: &str, folder: &Path) -> bool {
    program(word, folder).is_some()
}

/// The file of a program, without links.
fn program(word: &str, folder: &Path) -> Option<PathBuf> {
    let file = find(word).unwrap_or_else(|| folder.join(word));
    file.canonicalize().ok().filter(|file| file.is_file())
}

/// The file of a program that is named without a path.
fn find(name: &str) -> Option<PathBuf> {
    if name.is_empty() || name.contains(['/', '\\']) {
        return None;
    }
    let user = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(SYSTEM_PATH)
        .chain(std::env::split_paths(&user))
        .flat_map(|folder| ENDINGS.iter().map(move |ending| folder.join(format!("{name}{ending}"))))
        .find(|file| file.is_file())
}

/// The folder that a program was installed in, with its libraries beside its `bin`.
fn installation(program: &Path) -> PathBuf {
    let folder = program.parent().unwrap_or(program);
    match folder.parent() {
        Some(above) if folder.ends_with("bin") => above.to_owned(),
        _ => folder.to_owned(),
    }
}
