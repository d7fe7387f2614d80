//! Files that a command is to write, as its user names them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

use anyhow::{Error, anyhow};

/// Makes a file, or empties the one that is there.
pub fn create(path: &Path) -> anyhow::Result<File> {
    File::create(path).map_err(|error| cannot(path, error))
}

/// Writes a whole file.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    fs::write(path, bytes).map_err(|error| cannot(path, error))
}

/// Opens a file to add to its end, and makes it where it is not there.
pub fn append(path: &Path) -> anyhow::Result<File> {
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|error| cannot(path, error))
}

/// Makes sure that a file can be written before anybody waits for what is to stand in it. What stands there stays until
/// then.
pub fn may_be_written(path: &Path) -> anyhow::Result<()> {
    let is_new = !path.exists();
    append(path)?;
    if is_new {
        // It is made again when there is something to write.
        let _ = fs::remove_file(path);
    }
    Ok(())
}

/// Why a file can't be written. One that is made can only lack its folder.
fn cannot(path: &Path, error: io::Error) -> Error {
    let name = path.display();
    match error.kind() {
        ErrorKind::NotFound => {
            anyhow!("the folder of {name} is not there; make it, or name another file")
        }
        _ => Error::from(error).context(name.to_string()),
    }
}
