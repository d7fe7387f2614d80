//! A package for Debian and its kin: an `ar` archive of a tar that says what it is and a tar of the files.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::archive::tarred;
use crate::files::{InstalledFile, gzipped};
use crate::installation::contents;
use crate::symbols::Glibc;

/// Where a system has things that lie elsewhere in an archive for any.
const ELSEWHERE: [(&str, &str); 1] =
    [("share/zsh/site-functions/", "share/zsh/vendor-completions/")];

/// Writes a package for machines of this kind with at least this glibc.
pub fn write(
    to: &Path,
    version: &str,
    machine: &str,
    glibc: Glibc,
    mut files: Vec<InstalledFile>,
) -> anyhow::Result<()> {
    for file in &mut files {
        file.path = place(&file.path);
    }
    files.push(InstalledFile::plain("share/doc/othello-host/copyright", COPYRIGHT));
    files.push(contents(&files));
    let size: usize = files.iter().map(|file| file.bytes.len()).sum();
    let control = format!(
        "Package: othello-host\nVersion: {version}\nArchitecture: {machine}\n\
         Maintainer: The authors of Othello Host <authors@othello-host.invalid>\n\
         Installed-Size: {}\nDepends: libc6 (>= {glibc})\nSection: games\nPriority: optional\n\
         Description: arena for Othello players that are written as Cypher queries\n \
         The board is a graph. On each turn the host asks a player for a query, runs it\n \
         read-only on the board, and puts a disc on the cell that it returned.\n",
        size.div_ceil(1024)
    );
    let control = InstalledFile::plain("control", control);
    let control = gzipped(&tarred([("./control".to_owned(), &control)].into_iter())?)?;
    let places = files.iter().map(|file| (format!("./usr/{}", file.path), file));
    let data = gzipped(&tarred(places)?)?;
    let mut out = b"!<arch>\n".to_vec();
    let members = [("debian-binary", b"2.0\n".to_vec()), ("control.tar.gz", control)];
    for (name, bytes) in members.into_iter().chain([("data.tar.gz", data)]) {
        append(&mut out, name, &bytes);
    }
    fs::write(to, out).with_context(|| to.display().to_string())
}

const COPYRIGHT: &str = "\
Othello Host is licensed under MIT or Apache-2.0, as you like: LICENSE-MIT and LICENSE-APACHE beside this file.
THIRD-PARTY has the licences of all that others wrote and that is part of it.
";

fn place(path: &str) -> String {
    let moved = ELSEWHERE
        .iter()
        .find_map(|(there, here)| path.strip_prefix(there).map(|name| format!("{here}{name}")));
    moved.unwrap_or_else(|| path.to_owned())
}

/// One member of an `ar` archive: a line of 60 characters, the bytes, and one more where their number is odd.
fn append(out: &mut Vec<u8>, name: &str, bytes: &[u8]) {
    let line = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, "100644", bytes.len());
    out.extend_from_slice(line.as_bytes());
    out.extend_from_slice(bytes);
    if !bytes.len().is_multiple_of(2) {
        out.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_of_an_archive_begins_at_an_even_place() {
        let mut out = Vec::new();
        append(&mut out, "odd", b"abc");
        assert_eq!(out.len(), 64);
        assert_eq!(&out[58..60], b"`\n");
    }

    #[test]
    fn what_a_system_has_elsewhere_goes_there() {
        assert_eq!(place("bin/othello-host"), "bin/othello-host");
        assert_eq!(
            place("share/zsh/site-functions/_othello-host"),
            "share/zsh/vendor-completions/_othello-host"
        );
    }
}
