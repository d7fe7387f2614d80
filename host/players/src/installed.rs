//! Which files of an installed system are for everybody: where its libraries and programs are, what it tells programs of
//! itself, and devices that give nothing away. What is shown of them to whom is decided elsewhere.

use std::path::Path;

/// Folders with nothing but libraries.
pub(crate) const LIBRARIES: [&str; 6] =
    ["/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64"];

/// Where a loader finds out in which folder a library is.
#[cfg(target_os = "linux")]
pub(crate) const LOADER: &str = "/etc/ld.so.cache";

/// Folders with programs and all that comes with them.
pub(crate) const PROGRAMS: [&str; 5] = ["/bin", "/sbin", "/usr", "/opt", "/nix/store"];

/// What an interpreter or a virtual machine reads of the system that it runs on.
#[cfg(target_os = "linux")]
pub(crate) const SETTINGS: [&str; 15] = [
    "/etc/alternatives",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/passwd",
    "/etc/nsswitch.conf",
    "/etc/ssl/openssl.cnf",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    "/etc/java-25-openjdk",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys",
    "/sys/devices/system/cpu",
    "/sys/fs/cgroup",
];

/// Devices that give nothing away.
pub(crate) const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"];

/// Whether a path without links belongs to what is installed for everybody.
pub(crate) fn is_installed(path: &Path) -> bool {
    LIBRARIES.iter().chain(&PROGRAMS).any(|folder| path.starts_with(folder))
}
