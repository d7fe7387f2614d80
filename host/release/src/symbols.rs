//! Which glibc a program or library needs, by the versions of the symbols that it takes from there.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};
use object::elf::FileHeader64;
use object::read::elf::{FileHeader, VernauxIterator};
use object::{Endianness, SectionIndex};

/// A version of glibc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Glibc {
    major: u32,
    minor: u32,
}

impl FromStr for Glibc {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Glibc> {
        let (major, minor) = text.split_once('.').context("a version looks like 2.28")?;
        // What repairs a version, as in 2.2.5, is part of it for old symbols.
        let minor = minor.split('.').next().unwrap_or_default();
        Ok(Glibc { major: major.parse()?, minor: minor.parse()? })
    }
}

impl fmt::Display for Glibc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The newest version of glibc that a file needs; none for what is no ELF file or needs no glibc.
pub fn newest_glibc(bytes: &[u8]) -> anyhow::Result<Option<Glibc>> {
    let Ok(header) = FileHeader64::<Endianness>::parse(bytes) else { return Ok(None) };
    let endian = header.endian()?;
    let sections = header.sections(endian, bytes)?;
    let Some((needed, names)) = sections.gnu_verneed(endian, bytes)? else { return Ok(None) };
    let strings = sections.strings(endian, bytes, SectionIndex(names.0))?;
    let mut newest = None;
    for file in needed {
        let (_, versions): (_, VernauxIterator<'_, _>) = file?;
        for version in versions {
            let name = version?.name(endian, strings)?;
            let name = std::str::from_utf8(name)?;
            if let Some(version) = name.strip_prefix("GLIBC_").and_then(|one| one.parse().ok()) {
                newest = newest.max(Some(version));
            }
        }
    }
    Ok(newest)
}

/// Makes sure that nothing needs a newer glibc than is promised.
pub fn hold(found: Option<&(Glibc, PathBuf)>, promised: Glibc) -> anyhow::Result<()> {
    match found {
        Some((found, file)) if *found > promised => {
            bail!("{} needs glibc {found}, and {promised} is promised", file.display())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_numbers() {
        let version = |text: &str| text.parse::<Glibc>().unwrap();
        assert!(version("2.4") < version("2.28"));
        assert_eq!(version("2.2.5").to_string(), "2.2");
        assert!("two".parse::<Glibc>().is_err());
        assert!(hold(Some(&(version("2.34"), PathBuf::from("x"))), version("2.28")).is_err());
    }

    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    fn a_program_of_this_machine_needs_a_glibc_and_a_text_none() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(newest_glibc(&program).unwrap() >= Some("2.2".parse().unwrap()));
        assert_eq!(newest_glibc(b"RETURN 1").unwrap(), None);
    }
}
