//! What a file that was cut still tells of what is behind its end: how many pages it had, and which numbers the games had
//! that lay there, as far as the upper pages of their table name them.

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
        let bytes = std::fs::read(path).ok()?;
        let had = u64::from(u32_at(&bytes, PAGES)?);
        let has = (bytes.len() / PAGE) as u64;
        (has < had).then_some(Cut { had, has })
    }
}

/// The greatest number that the pages of a table name which begins on this page. Where such a page is no more what it was
/// its numbers don't rise, and none of them is believed.
pub(crate) fn greatest_named(bytes: &[u8], root: u32) -> Option<i64> {
    let (mut page, mut greatest) = (root, None);
    for _ in 0..DEEPEST {
        let begin = (page as usize).checked_sub(1)?.checked_mul(PAGE)?;
        let Some(own) = bytes.get(begin..begin.checked_add(PAGE)?) else { break };
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
