//! The files of an installation, before they go into an archive of whatever kind.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;

/// A file with its place below the folder that `bin` lies in.
pub struct InstalledFile {
    pub path: String,
    pub bytes: Vec<u8>,
    pub executable: bool,
}

impl InstalledFile {
    /// A file that is only read.
    pub fn plain(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> InstalledFile {
        InstalledFile { path: path.into(), bytes: bytes.into(), executable: false }
    }
}

/// Packs bytes, the same ones to the same.
pub fn gzipped(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    out.write_all(bytes)?;
    out.finish()
}
