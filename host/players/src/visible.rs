//! Which files of this machine an outside program sees, and which it never does whatever anybody grants. How all
//! others are kept from it is the jail's.

use crate::installed::DEVICES;
use serde::{Deserialize, Serialize};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What the system tells of itself and of its users.
const CLOSED: [&str; 6] = ["/proc", "/sys", "/dev", "/etc", "/run", "/boot"];

/// Where people and services keep what is theirs.
const PERSONAL: [&str; 3] = ["/home", "/root", "/var"];

/// Folders of the host's own data that hold nothing but players, each in a folder of its own.
const PLAYERS: [&str; 2] = ["plugins", UNPACKED];

/// The folder in the cache for players from archives.
pub(crate) const UNPACKED: &str = "unpacked";

/// Where programs are looked for first: what lies here also runs where nobody's own folders can be read.
#[cfg(not(windows))]
pub(crate) const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";
#[cfg(windows)]
pub(crate) const SYSTEM_PATH: &str = r"C:\Windows\System32;C:\Windows";

/// What an outside program sees beside the installed system. All of it is read-only, and there are no other files for
/// it. Each path is absolute, has no links in it, and was there when this was made: whoever opens one follows no link
/// that has come since.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisibleFiles {
    /// Files, and folders with all that is in them.
    paths: Vec<PathBuf>,
}

/// Why a path is never given to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A folder that holds everything, or somebody's whole home.
    #[error("it holds what is none of a player's business")]
    TooWide,
    /// The system's own affairs.
    #[error("it is the system's own")]
    System,
    /// The host's history, contests and configuration.
    #[error("it is the host's own data")]
    Host,
    /// What somebody has at home.
    #[error("it lies in somebody's home")]
    Home,
    /// A file that is not for everybody's eyes.
    #[error("not everybody may read it")]
    Closed,
    /// There is nothing.
    #[error("it is not there")]
    Missing,
}

impl VisibleFiles {
    /// These paths, without those that are private or not what they seem.
    pub(crate) fn of(paths: impl IntoIterator<Item = PathBuf>) -> VisibleFiles {
        let is_real = |path: &PathBuf| path.canonicalize().is_ok_and(|real| real == *path);
        let mut paths: Vec<_> =
            paths.into_iter().filter(|path| is_real(path) && never(path).is_none()).collect();
        paths.sort();
        paths.dedup();
        VisibleFiles { paths }
    }

    /// The files, and the folders with all that is in them.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().map(PathBuf::as_path)
    }

    /// The same with more.
    pub(crate) fn with(self, more: impl IntoIterator<Item = PathBuf>) -> VisibleFiles {
        VisibleFiles::of(self.paths.into_iter().chain(more))
    }

    /// Whether a path is one of these or lies in one.
    pub(crate) fn hold(&self, path: &Path) -> bool {
        self.paths().any(|seen| path.starts_with(seen))
    }

    /// Where the program finds others: in the system, then in what it sees.
    pub(crate) fn search_path(&self) -> OsString {
        let seen = self.paths().map(|path| path.join("bin")).filter(|bin| bin.is_dir());
        let system = env::split_paths(SYSTEM_PATH).chain(seen);
        env::join_paths(system).unwrap_or_else(|_| SYSTEM_PATH.into())
    }
}

/// Why a path without links is given to no program at all, not even to one that its user names by a command.
pub(crate) fn never(path: &Path) -> Option<Refusal> {
    if DEVICES.iter().any(|device| path == Path::new(device)) {
        return None;
    }
    if CLOSED.iter().any(|folder| path.starts_with(folder)) {
        return Some(Refusal::System);
    }
    let hosts = host_data();
    if hosts.iter().any(|data| path.starts_with(data) && !is_folder_of_a_player(path, data)) {
        return Some(Refusal::Host);
    }
    let fixed = CLOSED.iter().chain(&PERSONAL).map(PathBuf::from);
    let mut wide = fixed.chain(dirs::home_dir()).chain(hosts);
    wide.any(|private| private.starts_with(path) || real(&private).starts_with(path))
        .then_some(Refusal::TooWide)
}

/// Why a path without links can't be granted to a player that asks for it.
pub(crate) fn ungrantable(path: &Path) -> Option<Refusal> {
    let home = dirs::home_dir().map(|home| real(&home));
    let at_home = PERSONAL.iter().map(PathBuf::from).chain(home).any(|one| path.starts_with(one));
    never(path)
        .or_else(|| at_home.then_some(Refusal::Home))
        .or_else(|| (!path.exists()).then_some(Refusal::Missing))
        .or_else(|| (!is_for_everybody(path)).then_some(Refusal::Closed))
}

/// Whether the system lets everybody read a file or look into a folder.
fn is_for_everybody(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let readable = |mode: u32| mode & 0o004 != 0;
        path.metadata().is_ok_and(|metadata| readable(metadata.permissions().mode()))
    }
    #[cfg(not(unix))]
    path.exists()
}

/// Where the host keeps its own data.
fn host_data() -> Vec<PathBuf> {
    let folders = [dirs::data_dir(), dirs::config_dir(), dirs::cache_dir()].into_iter().flatten();
    let history = env::var_os("OTHELLO_HISTORY").map(PathBuf::from);
    let named = folders.map(|folder| folder.join("othello-host")).chain(history);
    named.map(|path| real(&path)).collect()
}

/// Whether a path lies in the folder of one player among the host's data.
fn is_folder_of_a_player(path: &Path, data: &Path) -> bool {
    PLAYERS.iter().map(|name| data.join(name)).any(|players| {
        // What lies beside those folders is the record of them.
        path.parent().is_some_and(|above| above.starts_with(&players))
            && !(path.is_file() && path.parent() == Some(&players))
    })
}

/// The path without links, as far as it is there.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_the_home_and_what_holds_them_are_never_given() {
        let home = real(&dirs::home_dir().unwrap_or_else(|| "/root".into()));
        for path in [
            "/",
            "/proc",
            "/proc/self/environ",
            "/sys/kernel",
            "/dev",
            "/dev/sda",
            "/etc/shadow",
            "/run",
        ] {
            assert!(never(Path::new(path)).is_some(), "{path}");
        }
        assert_eq!(never(Path::new("/dev/null")), None);
        assert_eq!(never(&home), Some(Refusal::TooWide));
        assert_eq!(never(home.parent().unwrap_or(&home)), Some(Refusal::TooWide));
        assert_eq!(ungrantable(&home.join(".ssh/id_rsa")), Some(Refusal::Home));
        let data = dirs::data_dir().map(|data| real(&data.join("othello-host")));
        let data = data.unwrap_or_else(|| home.join(".local/share/othello-host"));
        assert!(
            never(&data.join("history.db")).is_some() && never(&data.join("plugins")).is_some()
        );
        assert_eq!(never(&data.join("plugins/mine")), None);
        assert_eq!(never(&data.join("plugins/mine/weights")), None);
    }

    #[test]
    fn a_path_with_a_link_in_it_is_not_seen() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().canonicalize().expect("it is there");
        std::fs::create_dir(own.join("real")).expect("it can be made");
        #[cfg(unix)]
        std::os::unix::fs::symlink("real", own.join("link")).expect("it can be made");
        let seen = VisibleFiles::of([own.join("real"), own.join("link"), own.join("none")]);
        assert_eq!(seen.paths().collect::<Vec<_>>(), [own.join("real")]);
        assert!(seen.hold(&own.join("real/x")) && !seen.hold(&own));
    }
}
