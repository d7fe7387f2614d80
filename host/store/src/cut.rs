//! What a file that was cut still tells of what is behind its end: how many pages it had, and which numbers the games had
//! that lay there, as far as the upper pages of their table name them.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// The page of a file of ours, and where its header has the number of pages.
pub(crate) const PAGE: usize = 4096;
const PAGES: usize = 28;
/// The header stands before the first page's own.
const HEADER: usize = 100;
/// The kind of a page that names others, where it names the last of them, and where what it names begins.
const INTERIOR: u8 = 0x05;
const LAST: usize = 8;
const CELLS: usize = 12;
/// No table is so deep.
const DEEPEST: usize = 20;

/// How much of a file is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// How many pages it had, as its first one says.
    pub had: u64,
    /// How many of them are there, a part of one among them.
    pub has: u64,
}

impl Cut {
    /// What was cut off a file, if something was.
    pub(crate) fn of(path: &Path) -> Option<Cut> {
        let mut file = File::open(path).ok()?;
        let mut header = [0; HEADER];
        file.read_exact(&mut header).ok()?;
        let had = u64::from(u32_at(&header, PAGES)?);
        let has = file.metadata().ok()?.len() / PAGE as u64;
        (has < had).then_some(Cut { had, has })
    }
}

/// The greatest number that the pages of a table name which begins on this page. Where such a page is no more what it was
/// its numbers don't rise, and none of them is believed.
pub(crate) fn greatest_named(file: &mut File, root: u32) -> Option<i64> {
    let (mut page, mut greatest) = (root, None);
    for _ in 0..DEEPEST {
        let Some(own) = page_at(file, page) else { break };
        let own = own.as_slice();
        let header = if page == 1 { HEADER } else { 0 };
        if own[header] != INTERIOR {
            break;
        }
        let cells = usize::from(u16_at(own, header + 3)?);
        for cell in 0..cells {
            let at = usize::from(u16_at(own, header + CELLS + 2 * cell)?);
            let number = varint(own.get(at.checked_add(4)?..)?)?;
            if greatest.is_some_and(|before| before >= number) {
                return None;
            }
            greatest = Some(number);
        }
        page = u32_at(own, header + LAST)?;
    }
    greatest
}

/// A page of a file, by its number from 1.
fn page_at(file: &mut File, number: u32) -> Option<Vec<u8>> {
    let begin = u64::from(number).checked_sub(1)? * PAGE as u64;
    file.seek(SeekFrom::Start(begin)).ok()?;
    let mut page = vec![0; PAGE];
    file.read_exact(&mut page).ok()?;
    Some(page)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// A number as such a file has it: seven bits a byte, of which the ninth has eight.
fn varint(bytes: &[u8]) -> Option<i64> {
    let mut number = 0u64;
    for (place, &byte) in bytes.iter().take(9).enumerate() {
        if place == 8 {
            return i64::try_from((number << 8) | u64::from(byte)).ok();
        }
        number = (number << 7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return i64::try_from(number).ok();
        }
    }
    None
}
