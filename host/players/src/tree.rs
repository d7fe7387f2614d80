//! The folder of a player that is a program: which files are in it, their hash together, and a copy of them. It comes
//! from strangers, so it is bounded, and holds files and folders and nothing else.

use crate::file::Bytes;
use sha2::{Digest, Sha256};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What a player's folder may hold at most.
const MOST_FILES: usize = 2000;
const LARGEST: u64 = 256 << 20;
const DEEPEST: usize = 12;

/// What tools leave in a folder and no player needs.
const LEFT_OUT: [&str; 3] = [".git", ".gitignore", "__pycache__"];

/// The files of a player's folder.
pub(crate) struct Tree {
    folder: PathBuf,
    files: Vec<TreeFile>,
}

/// A file in a player's folder.
pub(crate) struct TreeFile {
    /// Its place in the folder, with slashes on every system.
    pub path: String,
    /// Whether it may be run.
    pub executable: bool,
    /// How it looks.
    pub stamp: FileStamp,
}

/// What tells without reading it that a file was not written to: its length, and when it was written.
pub(crate) type FileStamp = (u64, Option<SystemTime>);

/// How a file looks.
pub(crate) fn stamp(metadata: &Metadata) -> FileStamp {
    (metadata.len(), metadata.modified().ok())
}

impl Tree {
    /// Looks what a folder holds, without reading the files.
    pub(crate) fn of(folder: &Path) -> Result<Tree, String> {
        let mut tree = Tree { folder: folder.to_owned(), files: Vec::new() };
        let mut size = 0;
        tree.look_into("", 0, &mut size)?;
        tree.files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(tree)
    }

    fn look_into(&mut self, within: &str, depth: usize, size: &mut u64) -> Result<(), String> {
        let at = self.folder.join(within);
        let failed = |error: std::io::Error| format!("{}: {error}", at.display());
        for entry in fs::read_dir(&at).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            let bad = |what: &str| Err(format!("{}: {what}", path.display()));
            let Ok(name) = entry.file_name().into_string() else {
                return bad("its name is not UTF-8");
            };
            if LEFT_OUT.contains(&name.as_str()) {
                continue;
            }
            let place = if within.is_empty() { name } else { format!("{within}/{name}") };
            let metadata = entry.metadata().map_err(failed)?;
            if metadata.is_symlink() {
                return bad("it is a link; put what it leads to in its place");
            } else if metadata.is_dir() {
                if depth == DEEPEST {
                    return bad("the player's folder is too deep");
                }
                self.look_into(&place, depth + 1, size)?;
            } else if metadata.is_file() {
                *size = size.saturating_add(metadata.len());
                let (executable, stamp) = (is_executable(&metadata), stamp(&metadata));
                self.files.push(TreeFile { path: place, executable, stamp });
                if *size > LARGEST || self.files.len() > MOST_FILES {
                    return Err(format!(
                        "{}: a player's folder has {MOST_FILES} files and {} MiB at most",
                        self.folder.display(),
                        LARGEST >> 20
                    ));
                }
            } else {
                return bad("it is neither a file nor a folder");
            }
        }
        Ok(())
    }

    /// How the files look, in the order of their places.
    pub(crate) fn into_stamps(self) -> Vec<(String, FileStamp)> {
        self.files.into_iter().map(|file| (file.path, file.stamp)).collect()
    }

    /// The files, in the order of their places.
    pub(crate) fn files(&self) -> &[TreeFile] {
        &self.files
    }

    /// A file's content.
    pub(crate) fn read(&self, file: &TreeFile) -> Result<Bytes, String> {
        let path = self.folder.join(&file.path);
        Bytes::read(&path).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The hash of all that is in it, in hexadecimal.
    pub(crate) fn sha256(&self) -> Result<String, String> {
        self.hash_and(|_, _| Ok(()))
    }

    /// Copies the files into another folder, and gives the hash of what was copied.
    pub(crate) fn copy_to(&self, folder: &Path) -> Result<String, String> {
        self.hash_and(|file, bytes| write_file(&folder.join(&file.path), bytes, file.executable))
    }

    /// How many bytes the files have together.
    pub(crate) fn size(&self) -> u64 {
        let length = |file: &TreeFile| self.folder.join(&file.path).metadata().map(|one| one.len());
        self.files.iter().filter_map(|file| length(file).ok()).sum()
    }

    fn hash_and(
        &self,
        mut take: impl FnMut(&TreeFile, &[u8]) -> Result<(), String>,
    ) -> Result<String, String> {
        let mut hash = Sha256::new();
        for file in &self.files {
            let bytes = self.read(file)?;
            take(file, bytes.as_slice())?;
            // The hash of each is as long as of any other, so that no file's end can pass for another's beginning.
            let kind = if file.executable { "x" } else { "-" };
            hash.update(format!("{} {kind} {}\n", bytes.sha256(), file.path));
        }
        Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Writes a file of a player's folder, and the folders above it.
pub(crate) fn write_file(path: &Path, bytes: &[u8], executable: bool) -> Result<(), String> {
    let write = || -> std::io::Result<()> {
        if let Some(above) = path.parent() {
            fs::create_dir_all(above)?;
        }
        fs::write(path, bytes)?;
        #[cfg(unix)]
        if executable {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
        }
        // There the name says it.
        #[cfg(not(unix))]
        let _ = executable;
        Ok(())
    };
    write().map_err(|error| format!("{}: {error}", path.display()))
}

fn is_executable(metadata: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        metadata.permissions().mode() & 0o100 != 0
    }
    #[cfg(not(unix))]
    {
        // There the name says it.
        let _ = metadata;
        false
    }
}
