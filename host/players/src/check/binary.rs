//! What a library's file says without being run: what it exports and imports, and which version of
//! the C library it needs.

use super::report::Check;
use crate::file::Bytes;
use object::read::elf::{FileHeader, SectionHeader};
use object::{Object, elf};
use othello_player_api::abi::symbols;
use std::path::Path;

/// The oldest GNU C library that a shared player should run with: Debian 11's and Ubuntu 20.04's.
const OLDEST: Version = Version(2, 31);

/// What a player has no use for, since the jail forbids it.
const USELESS: [&str; 9] =
    ["socket", "connect", "execve", "execvp", "posix_spawn", "fork", "system", "ptrace", "popen"];

/// A version of the GNU C library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Version(u32, u32);

pub(super) fn checks(file: &Path) -> Vec<Check> {
    let bytes = match Bytes::read(file) {
        Ok(bytes) => bytes,
        Err(reason) => return vec![Check::fail("can be read", &reason)],
    };
    let Ok(library) = object::File::parse(bytes.as_slice()) else {
        return vec![Check::skip("exports", "its format is not known here")];
    };
    vec![exports(&library), imports(&library), c_library(bytes.as_slice())]
}

fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

fn exports(library: &object::File<'_>) -> Check {
    let names: Vec<String> =
        library.exports().unwrap_or_default().iter().map(|one| text(one.name())).collect();
    let has = |wanted: &str| names.iter().any(|name| name.trim_start_matches('_') == wanted);
    let module = abi_stable::library::ROOT_MODULE_LOADER_NAME.trim_start_matches('_');
    let found: Vec<&str> = [
        (module, "a root module"),
        (symbols::ABI, symbols::ABI),
        (symbols::GET_CYPHER_FOR_ROUND, symbols::GET_CYPHER_FOR_ROUND),
        (symbols::DESCRIBE, symbols::DESCRIBE),
        (symbols::CREATE, symbols::CREATE),
        (symbols::DESTROY, symbols::DESTROY),
    ]
    .into_iter()
    .filter(|(symbol, _)| has(symbol))
    .map(|(_, name)| name)
    .collect();
    Check::pass("exports", &found.join(", "))
}

fn imports(library: &object::File<'_>) -> Check {
    let imports = library.imports().unwrap_or_default();
    let useless: Vec<String> = imports
        .iter()
        .map(|import| text(import.name()))
        .filter(|name| USELESS.contains(&name.as_str()))
        .collect();
    let count = format!("{} functions of other libraries", imports.len());
    match useless.as_slice() {
        [] => Check::pass("imports", &count),
        names => Check::warn("imports", &format!("{count}, among them {}", names.join(", "))),
    }
}

fn c_library(bytes: &[u8]) -> Check {
    let name = "needs a C library";
    let Some(needed) = newest_needed(bytes) else {
        return Check::skip(name, "it names no version of the GNU C library");
    };
    let words = format!("glibc {}.{}", needed.0, needed.1);
    match own_version() {
        Some(own) if needed > own => {
            Check::fail(name, &format!("{words}; this machine has {}.{}", own.0, own.1))
        }
        _ if needed > OLDEST => Check::warn(
            name,
            &format!("{words}; systems with {}.{} can't run it", OLDEST.0, OLDEST.1),
        ),
        _ => Check::pass(name, &words),
    }
}

/// The newest version that the file's table of needed versions names.
fn newest_needed(bytes: &[u8]) -> Option<Version> {
    let header = elf::FileHeader64::<object::Endianness>::parse(bytes).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, bytes).ok()?;
    let (section, linked) = sections
        .iter()
        .find_map(|section| {
            section.gnu_verneed(endian, bytes).ok()?.map(|found| (found.0, found.1))
        })
        .map(|(needs, link)| (needs, sections.strings(endian, bytes, link).ok()))?;
    let strings = linked?;
    let mut newest = None;
    let mut needs = section;
    while let Ok(Some((_, mut versions))) = needs.next() {
        while let Ok(Some(version)) = versions.next() {
            let name = version.name(endian, strings).map(text).unwrap_or_default();
            newest = newest.max(parse(&name));
        }
    }
    newest
}

/// `GLIBC_2.34` as a version.
fn parse(name: &str) -> Option<Version> {
    let mut numbers = name.strip_prefix("GLIBC_")?.split('.');
    Some(Version(numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// The version of this machine's GNU C library.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn own_version() -> Option<Version> {
    // SAFETY: it returns a text that lives as long as the process.
    let text = unsafe { std::ffi::CStr::from_ptr(libc::gnu_get_libc_version()) };
    parse(&format!("GLIBC_{}", text.to_str().ok()?))
}

/// There is none here.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn own_version() -> Option<Version> {
    None
}
