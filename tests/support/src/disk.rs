//! A disk so small that a test can fill it.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::say_skipped;

/// What fills it.
const FILLING: &str = "filling";

/// A disk of a few megabytes in memory, which is gone with this.
#[derive(Debug)]
pub struct SmallDisk(TempDir);

impl SmallDisk {
    /// Mounts one. Where this user may not, a line says so.
    ///
    /// # Panics
    /// Where there is no folder to mount it on.
    #[must_use]
    pub fn mount(megabytes: usize) -> Option<SmallDisk> {
        let folder = TempDir::new().expect("a folder for the disk");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={megabytes}m"), "tmpfs"]);
        let mounted = mount.arg(folder.path()).stderr(Stdio::null()).status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(SmallDisk(folder));
        }
        say_skipped("tests on a full disk: only root may mount a small one");
        None
    }

    /// The folder that it is mounted on.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Leaves no room on it.
    ///
    /// # Panics
    /// Where nothing can be written to it at all.
    pub fn fill(&self) {
        let file = std::fs::File::create(self.0.path().join(FILLING));
        let mut file = file.expect("a file on the disk");
        while file.write_all(&[0; 4096]).is_ok() {}
    }

    /// Leaves room on it again.
    pub fn make_room(&self) {
        let _ = std::fs::remove_file(self.0.path().join(FILLING));
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // What still lies there is gone once nobody uses it.
        let _ = Command::new("umount").arg("--lazy").arg(self.0.path()).status();
    }
}
