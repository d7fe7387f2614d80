//! Where the history and contests are when nobody names a file: in the user's folder for data.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, anyhow};

use crate::exit::usage;

/// The file of a new contest: by its date and its first players.
pub fn new_contest(names: &[String]) -> anyhow::Result<PathBuf> {
    let folder = contests()?;
    let cannot = |error| anyhow!("{}: {error}; name a file by --file FILE", folder.display());
    fs::create_dir_all(&folder).map_err(cannot)?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let names: Vec<_> = names.iter().take(2).map(|name| plain(name)).collect();
    let more = if names.len() < 2 { "" } else { "-" };
    let stem = format!("{seconds}-{}{more}", names.join("-"));
    let stem = stem.trim_end_matches('-');
    let numbered = (1..).map(|number| match number {
        1 => folder.join(format!("{stem}.db")),
        number => folder.join(format!("{stem}-{number}.db")),
    });
    let mut free = numbered.filter(|path| !path.exists());
    free.next().context("no name is left for the contest's file; use --file FILE")
}

/// The user's history of games.
pub fn history() -> anyhow::Result<PathBuf> {
    match named_history()? {
        Some(path) => Ok(path),
        None => Ok(data()?.join("history.db")),
    }
}

/// The history that the environment names, if it does.
///
/// # Errors
/// Wrong usage where it would lie in a folder that is not there: rather a word now than a history in a place that was
/// misspelt.
pub fn named_history() -> anyhow::Result<Option<PathBuf>> {
    let named = env::var_os("OTHELLO_HISTORY").filter(|path| !path.is_empty()).map(PathBuf::from);
    let folder = named.as_deref().and_then(Path::parent);
    let missing = folder.filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
    match (&named, missing) {
        (Some(path), Some(folder)) => Err(usage(format!(
            "OTHELLO_HISTORY={}: there is no folder {}; make it, or name another file",
            path.display(),
            folder.display()
        ))),
        _ => Ok(named),
    }
}

/// The folder of contests' files.
pub fn contests() -> anyhow::Result<PathBuf> {
    Ok(data()?.join("contests"))
}

/// The file with how far the user is with the lessons.
pub fn progress() -> anyhow::Result<PathBuf> {
    Ok(data()?.join("learn.json"))
}

/// The user's folder for data.
pub fn data() -> anyhow::Result<PathBuf> {
    let folder = dirs::data_dir().map(|folder| folder.join("othello-host"));
    folder.context("this system has no folder for data; name a file by --file FILE")
}

/// A name as it may stand in a file's.
fn plain(name: &str) -> String {
    let plain =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    plain.take(20).collect()
}
