//! No files but those that a player needs to run at all: Landlock denies everything else, and
//! network connections and signals to processes outside as well where the kernel can.

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
};
use std::path::{Path, PathBuf};

/// Where a library's own libraries are.
const LIBRARIES: [&str; 7] =
    ["/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/etc/ld.so.cache"];

/// What an interpreter or a virtual machine reads beside them.
const PROGRAMS: [&str; 22] = [
    "/bin",
    "/sbin",
    "/usr",
    "/nix/store",
    "/opt",
    "/etc/alternatives",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/passwd",
    "/etc/nsswitch.conf",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    "/etc/java-25-openjdk",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys",
    "/sys/devices/system/cpu",
    "/sys/fs/cgroup",
    "/dev/zero",
    "/dev/urandom",
    "/dev/random",
];

/// A process may look at itself.
const ITSELF: &str = "/proc/self";

/// The folders that a library needs.
pub(super) fn libraries() -> Vec<PathBuf> {
    LIBRARIES.iter().map(PathBuf::from).collect()
}

/// The folders that a program needs beside its own.
pub(super) fn programs() -> Vec<PathBuf> {
    let mut folders = libraries();
    folders.extend(PROGRAMS.iter().map(PathBuf::from));
    folders.push(ITSELF.into());
    folders
}

/// Allows reading and running what lies in these folders, and writing to nothing but the void.
pub(super) fn close(own: &[&Path], system: Vec<PathBuf>) -> Result<Option<String>, String> {
    let status = restrict(own, system).map_err(|error| format!("Landlock: {error}"))?;
    Ok((status == RulesetStatus::NotEnforced)
        .then(|| "no Landlock in this kernel, so files can be read".to_owned()))
}

fn restrict(own: &[&Path], system: Vec<PathBuf>) -> Result<RulesetStatus, landlock::RulesetError> {
    let read = AccessFs::from_read(ABI::V5);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(ABI::V5))?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?;
    for path in own.iter().copied().chain(system.iter().map(PathBuf::as_path)) {
        // What this system does not have needs no rule.
        let Ok(opened) = PathFd::new(path) else { continue };
        let access = if path.is_dir() { read } else { AccessFs::ReadFile | AccessFs::Execute };
        rules = rules.add_rule(PathBeneath::new(opened, access))?;
    }
    if let Ok(void) = PathFd::new("/dev/null") {
        rules = rules.add_rule(PathBeneath::new(void, AccessFs::ReadFile | AccessFs::WriteFile))?;
    }
    Ok(rules.restrict_self()?.ruleset)
}
