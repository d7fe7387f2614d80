//! A file of SQLite as the system sees it: what lies beside it, and by which names it is opened.

use std::path::{Path, PathBuf};

/// What SQLite keeps beside a file: its log, and an index of that.
pub(crate) fn logs(path: &Path) -> [PathBuf; 2] {
    ["-wal", "-shm"].map(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    })
}

/// Whether something was written that is not in the file itself yet.
pub(crate) fn has_log(path: &Path) -> bool {
    let [log, _] = logs(path);
    log.metadata().is_ok_and(|log| log.len() > 0)
}

/// The name by which SQLite opens a file of which it takes for granted that nobody changes it.
pub(crate) fn immutable(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut uri = "file:".to_owned();
    if cfg!(windows) {
        uri.push('/');
    }
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b':' | b'.' | b'-' | b'_' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => uri += &format!("%{byte:02X}"),
        }
    }
    uri + "?immutable=1"
}
