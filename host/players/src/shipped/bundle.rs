//! Files that a program has inside of its own, and the folder that they are unpacked into before anything loads them. How
//! they lie in the program is told elsewhere.

use std::fs;
use std::io::{self, Error};
use std::path::{Path, PathBuf};

use crate::file::private_folder;

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

/// The folder within this one that holds these files and nothing else; they are unpacked into it where they are
/// not there yet.
pub(crate) fn unpacked_within(bundle: &mut dyn Bundle, above: &Path) -> io::Result<PathBuf> {
    private_folder(above)?;
    let folder = above.join(bundle.key());
    if !lies_in(bundle, &folder) {
        // Another host may do the same at this moment: each sees a whole folder, or its own.
        let whole = folder.with_extension(format!("{}.tmp", std::process::id()));
        fs::create_dir_all(&whole)?;
        bundle.unpack(&whole)?;
        let _ = fs::remove_dir_all(&folder);
        if fs::rename(&whole, &folder).is_err() {
            let _ = fs::remove_dir_all(&whole);
        }
    }
    match lies_in(bundle, &folder) {
        true => Ok(folder),
        false => Err(Error::other(format!("{} can't be written", folder.display()))),
    }
}

/// Whether the folder has them: what was once unpacked whole may since have been thinned out.
fn lies_in(bundle: &dyn Bundle, folder: &Path) -> bool {
    let is_there = |file: &BundledFile| {
        folder.join(&file.name).metadata().is_ok_and(|found| found.len() == file.size)
    };
    bundle.files().iter().all(is_there)
}
