//! What a player's process may use up.

use rustix::process::{Resource, Rlimit, setrlimit};

/// A day of processor time: a long game without a clock fits in, a forgotten process ends.
const PROCESSOR_SECONDS: u64 = 24 * 60 * 60;

/// A library opens nothing, but loading it needs a few.
const DESCRIPTORS: u64 = 32;

/// Room for a virtual machine's archives. The host looks at each of them where nobody else counts what waits behind.
const DESCRIPTORS_OF_PROGRAM: u64 = 128;

/// Bounds the threads of everybody who is not root; all of a user's processes count.
const THREADS: u64 = 4096;

/// A virtual machine has some for each core, and whatever looks after them looks at each. Only where a player is in a
/// user namespace of its own.
pub(crate) const OWN_THREADS: u64 = 512;

/// No core files, and none for a program of the system's that would take them: that one is not started where the limit is
/// this, while it would be where it is 0.
const CORE_FILE: u64 = 1;

/// How many signals may wait for somebody. The kernel has room for so many of a user's, and all of the user's processes,
/// those of other players and the host's among them, take theirs from it.
const SIGNALS: u64 = 256;

pub(super) fn for_library(memory: u64, is_counted_apart: bool) -> Result<(), String> {
    limit(Resource::As, memory)?;
    for_both(DESCRIPTORS, is_counted_apart)
}

/// A program's virtual machine reserves address space at will, and its resident memory has no
/// limit that the kernel keeps for a process; the host looks at it while it waits.
pub(super) fn for_program(is_counted_apart: bool) -> Result<(), String> {
    for_both(DESCRIPTORS_OF_PROGRAM, is_counted_apart)
}

fn for_both(descriptors: u64, is_counted_apart: bool) -> Result<(), String> {
    for (resource, most) in [
        (Resource::Cpu, PROCESSOR_SECONDS),
        (Resource::Fsize, 0),
        (Resource::Nofile, descriptors),
        (Resource::Nproc, threads(is_counted_apart)),
        (Resource::Core, CORE_FILE),
        (Resource::Memlock, 0),
        (Resource::Sigpending, SIGNALS),
    ] {
        limit(resource, most)?;
    }
    Ok(())
}

fn threads(is_counted_apart: bool) -> u64 {
    if is_counted_apart { OWN_THREADS } else { THREADS }
}

/// Sets a limit for good, or leaves a stricter one that holds already.
fn limit(resource: Resource, most: u64) -> Result<(), String> {
    let held = rustix::process::getrlimit(resource).maximum;
    let most = Some(held.map_or(most, |held| held.min(most)));
    setrlimit(resource, Rlimit { current: most, maximum: most })
        .map_err(|error| format!("limit of {resource:?}: {error}"))
}
