//! Files that a program has inside of its own, and the folder that they are unpacked into before anything loads them;
//! those of versions that nobody runs any more are removed from beside it. How files lie in the program is told elsewhere.

use std::fs::{self, File};
use std::io::{self, Error};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::file::private_folder;

/// What another version unpacked, and no program has used for so long, is removed.
const UNUSED: Duration = Duration::from_hours(30 * 24);

/// A file of a bundle.
pub(crate) struct BundledFile {
    pub(crate) name: String,
    pub(crate) size: u64,
}

/// Files inside of a program.
pub(crate) trait Bundle {
    /// What tells these files from those of another version.
    fn key(&self) -> &str;

    fn files(&self) -> Vec<BundledFile>;

    /// Writes all of them into this folder.
    fn unpack(&mut self, folder: &Path) -> io::Result<()>;
}

/// A folder that files were unpacked into, and that nobody removes before this is gone.
#[derive(Debug)]
pub(crate) struct Unpacked {
    pub(crate) folder: PathBuf,
    _held: Option<File>,
}

/// The folder within this one that holds these files and nothing else; they are unpacked into it where they are
/// not there yet.
pub(crate) fn unpacked_within(bundle: &mut dyn Bundle, above: &Path) -> io::Result<Unpacked> {
    private_folder(above)?;
    let folder = above.join(bundle.key());
    let mut held = hold(&folder);
    if !lies_in(bundle, &folder) {
        // Another host may do the same at this moment: each sees a whole folder, or its own.
        let whole = folder.with_extension(format!("{}.tmp", std::process::id()));
        fs::create_dir_all(&whole)?;
        bundle.unpack(&whole)?;
        let _ = fs::remove_dir_all(&folder);
        if fs::rename(&whole, &folder).is_err() {
            let _ = fs::remove_dir_all(&whole);
        }
        held = hold(&folder);
        remove_unused(above);
    }
    match lies_in(bundle, &folder) {
        true => Ok(Unpacked { folder, _held: held }),
        false => Err(Error::other(format!("{} can't be written", folder.display()))),
    }
}

/// Uses a folder from now on. Where the system opens no folders, nobody removes one either.
fn hold(folder: &Path) -> Option<File> {
    let held = File::open(folder).ok()?;
    held.lock_shared().ok()?;
    let _ = held.set_modified(SystemTime::now());
    Some(held)
}

/// Removes what nobody uses, and has not for long.
fn remove_unused(above: &Path) {
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let used = entry.metadata().and_then(|found| found.modified());
        let is_old = used.is_ok_and(|at| at.elapsed().is_ok_and(|ago| ago > UNUSED));
        // Held until it is removed: whoever begins to use it meanwhile waits, and unpacks it anew.
        if is_old
            && let Ok(folder) = File::open(entry.path())
            && folder.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether the folder has them: what was once unpacked whole may since have been thinned out.
fn lies_in(bundle: &dyn Bundle, folder: &Path) -> bool {
    let is_there = |file: &BundledFile| {
        folder.join(&file.name).metadata().is_ok_and(|found| found.len() == file.size)
    };
    bundle.files().iter().all(is_there)
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    /// One file of a version.
    struct Version(&'static str);

    impl Bundle for Version {
        fn key(&self) -> &str {
            self.0
        }

        fn files(&self) -> Vec<BundledFile> {
            vec![BundledFile { name: "a.so".to_owned(), size: 5 }]
        }

        fn unpack(&mut self, folder: &Path) -> io::Result<()> {
            fs::write(folder.join("a.so"), "bytes")
        }
    }

    #[test]
    fn what_no_version_has_used_for_a_month_goes_when_another_one_comes_and_what_one_uses_stays() {
        let above = tempfile::tempdir().unwrap();
        let unpack = |key| unpacked_within(&mut Version(key), above.path()).unwrap();
        let age = |unpacked: &Unpacked| {
            let folder = File::open(&unpacked.folder).unwrap();
            folder.set_modified(SystemTime::now() - UNUSED - Duration::from_secs(1)).unwrap();
        };
        let (used, other, last) = (unpack("used"), unpack("other"), unpack("last"));
        [&used, &other].into_iter().for_each(age);
        drop((other, last));
        let newest = unpack("newest");
        let mut left: Vec<_> = above.path().read_dir().unwrap().flatten().collect();
        left.sort_by_key(fs::DirEntry::file_name);
        let left: Vec<_> = left.iter().map(fs::DirEntry::path).collect();
        assert_eq!(left, ["last", "newest", "used"].map(|key| above.path().join(key)));
        // Whoever uses one again has used it today.
        drop((used, newest));
        drop(unpack("used"));
        let _another = unpack("another");
        assert!(above.path().join("used").exists());
    }
}
