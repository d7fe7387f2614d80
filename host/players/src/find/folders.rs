//! The folders in which players are looked for, and the files in them that may be players.

use crate::kind::{Kind, is_archive};
use crate::names::same_name;
use crate::program::MANIFEST;
use crate::shelf::user_folder;
use crate::shipped;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A folder in which players are looked for.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
    holds: Contents,
}

/// What a folder holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Contents {
    /// Players of anybody's.
    Plugins,
    /// Players that came with a host, which need not be this one.
    Shipped,
    /// Libraries that came with a host, among other things.
    Mixed,
}

impl Folder {
    pub(super) fn of_plugins(path: PathBuf) -> Folder {
        Folder { path, holds: Contents::Plugins }
    }

    /// What lies in it and is worth a look: of what came with a host, only what came with this one.
    fn entries(&self) -> Vec<PathBuf> {
        let mut entries = entries_of(&self.path);
        if self.holds != Contents::Plugins {
            entries.retain(|path| !shipped::is_of_another_version(path));
        }
        entries
    }
}

/// `OTHELLO_PLUGINS`, `./plugins`, the folders beside the executable, those of the players that came with it, the user's
/// data folder.
pub(super) fn usual() -> Vec<Folder> {
    let mut folders = Vec::new();
    if let Some(paths) = std::env::var_os("OTHELLO_PLUGINS") {
        let named = std::env::split_paths(&paths).filter(|path| !path.as_os_str().is_empty());
        folders.extend(named.map(Folder::of_plugins));
    }
    folders.push(Folder::of_plugins("plugins".into()));
    if let Some(beside) = shipped::beside() {
        folders.push(Folder { path: beside.to_owned(), holds: Contents::Mixed });
        folders.push(Folder::of_plugins(beside.join("plugins")));
    }
    let of_hosts = |path: &PathBuf| Folder { path: path.clone(), holds: Contents::Shipped };
    folders.extend(shipped::folders().iter().map(of_hosts));
    folders.extend(user_folder().map(Folder::of_plugins));
    folders
}

/// The files in the folders that may be players, and in folders directly within them those that
/// need not be compiled: what else lies there may be a build's. A file that is reached twice
/// counts once. Each comes with the number of its folder: what lies in an earlier one goes before.
pub(super) fn candidates(folders: &[Folder]) -> Vec<(usize, PathBuf, Kind)> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (number, folder) in folders.iter().enumerate() {
        for path in folder.entries() {
            if folder.holds == Contents::Mixed {
                found.extend(ours(path).map(|(path, kind)| (number, path, kind)));
            } else if let Some(kind) = Kind::of(&path) {
                found.push((number, path, kind));
            } else if path.is_dir() {
                let within = files_in(&path).into_iter();
                let within = within.filter(|(_, kind)| *kind != Kind::Library);
                found.extend(within.map(|(path, kind)| (number, path, kind)));
            }
        }
    }
    found.retain(|(_, path, _)| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
    found
}

/// The files directly in a folder that may be players.
pub(super) fn files_in(folder: &Path) -> Vec<(PathBuf, Kind)> {
    let entries = entries_of(folder).into_iter();
    entries.filter_map(|path| Kind::of(&path).map(|kind| (path, kind))).collect()
}

/// The paths of what lies in a folder and is called so, whether it may be a player or not, and of players that are called
/// so without their endings.
pub(super) fn called(name: &str, folder: &Path) -> Vec<String> {
    let may_play =
        |path: &Path| Kind::of(path).is_some() || is_archive(path) || path.join(MANIFEST).is_file();
    let is_it = |path: &PathBuf| {
        path.file_name().is_some_and(|whole| whole == name)
            || same_name(&plain_stem(path), name) && may_play(path)
    };
    let paths = entries_of(folder).into_iter().filter(is_it);
    paths.map(|path| path.display().to_string()).collect()
}

/// Beside the executable, only a library that says by its name that it belongs to it.
fn ours(path: PathBuf) -> Option<(PathBuf, Kind)> {
    let is_ours = shipped::is_named_so(&path) && Kind::of(&path)? == Kind::Library;
    is_ours.then_some((path, Kind::Library))
}

/// What a folder holds, in the order of names; nothing where it can't be read.
fn entries_of(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// A file's name without its ending and without the `lib` that some systems put before it.
fn plain_stem(file: &Path) -> String {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    stem.strip_prefix("lib").map(str::to_owned).unwrap_or(stem)
}

/// Whether a file is called so, with or without its ending and `lib`.
pub(super) fn is_called(file: &Path, name: &str) -> bool {
    let whole = file.file_name().map(|whole| whole.to_string_lossy().into_owned());
    whole.as_deref() == Some(name)
        || plain_stem(file) == plain_stem(Path::new(&format!("{name}.x")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_a_folder_is_found_by_its_name_however_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["Foo.cypher", "libfoo.so", "foo.txt", "Bar.py", "other.cypher"] {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("my-bot")).unwrap();
        std::fs::write(folder.path().join("my-bot").join(MANIFEST), "").unwrap();
        std::fs::create_dir(folder.path().join("empty")).unwrap();
        let called = |name: &str| -> Vec<String> {
            let begin = format!("{}/", folder.path().display());
            called(name, folder.path()).iter().map(|path| path.replace(&begin, "")).collect()
        };
        assert_eq!(called("foo"), ["Foo.cypher", "libfoo.so"]);
        assert_eq!(called("My Bot"), ["my-bot"]);
        assert_eq!(called("empty"), ["empty"]);
        assert_eq!(called("Bar.py"), ["Bar.py"]);
        assert_eq!(called("Empty"), [""; 0]);
    }
}
