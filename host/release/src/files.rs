//! The files of an installation, before they go into an archive of whatever kind.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

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

/// The SHA-256 of some bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Packs bytes, the same ones to the same.
pub fn gzipped(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    out.write_all(bytes)?;
    out.finish()
}
