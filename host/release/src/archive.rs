//! Archives of files: a gzipped tar, the same bytes from the same files.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::Context;
use tar::{Builder, EntryType, Header};

use crate::files::{InstalledFile, gzipped};

/// Writes an archive that holds one folder of this name.
pub fn write<'a>(
    to: &Path,
    name: &str,
    files: impl Iterator<Item = &'a InstalledFile>,
) -> anyhow::Result<()> {
    let paths = files.map(|file| (format!("{name}/{}", file.path), file));
    let tar = tarred(paths)?;
    fs::write(to, gzipped(&tar)?).with_context(|| to.display().to_string())
}

/// A tar of files in these places, each folder before what lies in it.
pub fn tarred<'a>(files: impl Iterator<Item = (String, &'a InstalledFile)>) -> io::Result<Vec<u8>> {
    let mut tar = Builder::new(Vec::new());
    let mut folders = Vec::new();
    for (path, file) in files {
        for (at, _) in path.match_indices('/').filter(|(at, _)| *at > 1) {
            let folder = format!("{}/", &path[..at]);
            if !folders.contains(&folder) {
                let mut header = header(0o755, 0);
                header.set_entry_type(EntryType::Directory);
                tar.append_data(&mut header, &folder, io::empty())?;
                folders.push(folder);
            }
        }
        let mode = if file.executable { 0o755 } else { 0o644 };
        let mut header = header(mode, file.bytes.len() as u64);
        tar.append_data(&mut header, &path, file.bytes.as_slice())?;
    }
    tar.into_inner()
}

fn header(mode: u32, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_mode(mode);
    header.set_size(size);
    // The same files give the same archive whenever it is made; the hour is one that every tool takes.
    header.set_mtime(946_684_800);
    header
}
