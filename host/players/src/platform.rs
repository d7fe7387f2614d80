//! For which system a library was built, and whether all of it is there, by its first bytes.

/// The system that a library is for where it is not this one; nothing where it is, or where the
/// bytes are no library of a known kind.
pub(crate) fn other_platform(bytes: &[u8]) -> Option<String> {
    let (system, machine) = platform(bytes)?;
    let here = (std::env::consts::OS, std::env::consts::ARCH);
    let same_system = match system {
        "linux" => !matches!(here.0, "macos" | "windows"),
        system => system == here.0,
    };
    (!same_system || machine != here.1).then(|| format!("{system} on {machine}"))
}

/// The system and machine that a library is for, in words.
pub(crate) fn platform_of(bytes: &[u8]) -> Option<String> {
    platform(bytes).map(|(system, machine)| format!("{system} on {machine}"))
}

/// This system and machine in the same words.
#[must_use]
pub fn here() -> String {
    let system = match std::env::consts::OS {
        system @ ("macos" | "windows") => system,
        // A library only says that it is for neither of those.
        _ => "linux",
    };
    format!("{system} on {}", std::env::consts::ARCH)
}

fn platform(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    match bytes.get(..4)? {
        b"\x7fELF" => Some(("linux", elf_machine(bytes)?)),
        b"\xcf\xfa\xed\xfe" => Some(("macos", mach_machine(bytes)?)),
        b"\xca\xfe\xba\xbe" => Some(("macos", std::env::consts::ARCH)),
        [b'M', b'Z', ..] => Some(("windows", pe_machine(bytes)?)),
        _ => None,
    }
}

/// How many bytes a library has at least, by what its first ones say of the rest; nothing where they say nothing. Of one
/// that was cut the loader maps what is not there, and it crashes.
pub(crate) fn least_length(bytes: &[u8]) -> Option<u64> {
    const TO_LOAD: u64 = 1;
    if !bytes.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let number = |at: usize, width: usize| {
        let mut number = [0; 8];
        number[..width].copy_from_slice(bytes.get(at..at.checked_add(width)?)?);
        Some(u64::from_le_bytes(number))
    };
    let (first, size, count) = (number(0x20, 8)?, number(0x36, 2)?, number(0x38, 2)?);
    let ends = (0..count).map_while(|segment| {
        let at = usize::try_from(first.checked_add(segment * size)?).ok()?;
        let end = number(at.checked_add(8)?, 8)?.checked_add(number(at.checked_add(32)?, 8)?)?;
        Some(if number(at, 4)? == TO_LOAD { end } else { 0 })
    });
    ends.max()
}

fn number16(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn elf_machine(bytes: &[u8]) -> Option<&'static str> {
    // A big-endian library has its numbers the other way round, and no machine of ours.
    if bytes.get(5)? != &1 {
        return Some("a big-endian machine");
    }
    Some(match number16(bytes, 18)? {
        3 => "x86",
        40 => "arm",
        62 => "x86_64",
        183 => "aarch64",
        243 => "riscv64",
        _ => "an unknown machine",
    })
}

fn mach_machine(bytes: &[u8]) -> Option<&'static str> {
    Some(match u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?) {
        0x0100_0007 => "x86_64",
        0x0100_000c => "aarch64",
        _ => "an unknown machine",
    })
}

fn pe_machine(bytes: &[u8]) -> Option<&'static str> {
    let header = u32::from_le_bytes(bytes.get(0x3c..0x40)?.try_into().ok()?);
    Some(match number16(bytes, usize::try_from(header).ok()?.checked_add(4)?)? {
        0x014c => "x86",
        0x8664 => "x86_64",
        0xaa64 => "aarch64",
        _ => "an unknown machine",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf(machine: u16) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
        bytes.resize(18, 0);
        bytes.extend(machine.to_le_bytes());
        bytes
    }

    #[test]
    fn a_library_says_for_which_system_it_is() {
        assert_eq!(platform(&elf(183)), Some(("linux", "aarch64")));
        assert_eq!(platform(b"\xcf\xfa\xed\xfe\x0c\x00\x00\x01"), Some(("macos", "aarch64")));
        let mut windows = b"MZ".to_vec();
        windows.resize(0x3c, 0);
        windows.extend(0x40u32.to_le_bytes());
        windows.extend(b"PE\0\0\x64\x86");
        assert_eq!(platform(&windows), Some(("windows", "x86_64")));
        assert_eq!(platform(b"#!/bin/sh"), None);
        assert_eq!(platform(b""), None);
    }

    #[test]
    fn a_library_says_how_long_it_is_at_least() {
        let mut bytes = elf(62);
        bytes.resize(0x40, 0);
        bytes[0x20..0x28].copy_from_slice(&0x40u64.to_le_bytes());
        bytes[0x36..0x3a].copy_from_slice(&[56, 0, 2, 0]);
        for (kind, offset, length) in [(1u64, 0u64, 5000u64), (2, 0, 9000)] {
            bytes.extend(kind.to_le_bytes());
            bytes.extend(offset.to_le_bytes());
            bytes.extend([0; 16]);
            bytes.extend(length.to_le_bytes());
            bytes.extend([0; 16]);
        }
        assert_eq!(least_length(&bytes), Some(5000));
        for at in 0..bytes.len() {
            // Numbers of a stranger's overflow nothing, and what was cut among them says what it says.
            let mut wild = bytes.clone();
            wild[at..].fill(0xff);
            let (_, _) = (least_length(&wild), least_length(&bytes[..at]));
        }
        assert_eq!(least_length(b"MZ"), None);
    }

    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn a_library_for_this_system_is_for_no_other() {
        assert_eq!(other_platform(&elf(62)), None);
        assert_eq!(other_platform(&elf(183)).as_deref(), Some("linux on aarch64"));
    }
}
