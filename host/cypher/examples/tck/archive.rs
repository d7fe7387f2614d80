//! The files in a zip archive, which a jar is: as much of the format as the TCK's release needs (no encryption,
//! no parts, no 64-bit sizes).

use std::io::Read as _;

use flate2::read::DeflateDecoder;

const DIRECTORY_END: [u8; 4] = *b"PK\x05\x06";
const DIRECTORY_ENTRY: [u8; 4] = *b"PK\x01\x02";
const STORED: u64 = 0;
const DEFLATED: u64 = 8;
/// No file of the release is near it; an archive that claims more is not the release.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// The paths and contents of all files, folders left out.
pub fn entries(archive: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let end = archive
        .windows(DIRECTORY_END.len())
        .rposition(|window| window == DIRECTORY_END)
        .ok_or("not a zip archive: it has no directory")?;
    let count = number(archive, end + 10, 2)?;
    let mut at = number(archive, end + 16, 4)? as usize;
    let mut files = Vec::new();
    for _ in 0..count {
        if bytes(archive, at, 4)? != DIRECTORY_ENTRY {
            return Err(format!("the archive's directory is damaged at byte {at}"));
        }
        let lengths = [28, 30, 32].map(|field| number(archive, at + field, 2));
        let [name, extra, comment] = lengths.map(|length| length.map(|length| length as usize));
        let name_length = name?;
        let name = String::from_utf8_lossy(bytes(archive, at + 46, name_length)?).into_owned();
        if !name.ends_with('/') {
            let content = content(archive, at).map_err(|error| format!("{name}: {error}"))?;
            files.push((name, content));
        }
        at += 46 + name_length + extra? + comment?;
    }
    Ok(files)
}

/// What the file holds whose entry in the directory begins at a byte.
fn content(archive: &[u8], entry: usize) -> Result<Vec<u8>, String> {
    let method = number(archive, entry + 10, 2)?;
    let packed = number(archive, entry + 20, 4)? as usize;
    let header = number(archive, entry + 42, 4)? as usize;
    let (name, extra) = (number(archive, header + 26, 2)?, number(archive, header + 28, 2)?);
    let data = bytes(archive, header + 30 + name as usize + extra as usize, packed)?;
    match method {
        STORED => Ok(data.to_vec()),
        DEFLATED => {
            let mut content = Vec::new();
            let mut unpacked = DeflateDecoder::new(data).take(MAX_FILE_BYTES);
            unpacked.read_to_end(&mut content).map_err(|error| error.to_string())?;
            Ok(content)
        }
        other => Err(format!("packed by method {other}, which is not read here")),
    }
}

fn bytes(archive: &[u8], at: usize, length: usize) -> Result<&[u8], String> {
    let end = at.checked_add(length);
    let range = end.and_then(|end| archive.get(at..end));
    range.ok_or_else(|| format!("the archive ends before byte {at} and {length} more"))
}

/// A number of some bytes, the lowest first.
fn number(archive: &[u8], at: usize, length: usize) -> Result<u64, String> {
    let bytes = bytes(archive, at, length)?;
    Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}
