//! Archives of files: a gzipped tar, and a zip for Windows; the same bytes from the same files.

use std::fs;
use std::io::{self, Cursor, Write as _};
use std::path::Path;

use anyhow::Context;
use tar::{Builder, EntryType, Header};
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

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

/// Writes a zip that holds one folder of this name.
pub fn write_zip<'a>(
    to: &Path,
    name: &str,
    files: impl Iterator<Item = &'a InstalledFile>,
) -> anyhow::Result<()> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // The hour is one that every tool takes, as in a tar.
    let plain = SimpleFileOptions::default().last_modified_time(DateTime::default());
    for file in files {
        zip.start_file(format!("{name}/{}", file.path), plain)?;
        zip.write_all(&file.bytes)?;
    }
    let bytes = zip.finish()?.into_inner();
    fs::write(to, bytes).with_context(|| to.display().to_string())
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
