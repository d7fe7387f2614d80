//! How much memory a process and its descendants hold. No limit of the kernel's does this for a
//! process that has the right to start others, so the host looks while it waits.

#[cfg(target_os = "linux")]
use std::fs;
use std::time::Duration;

/// How often it is looked at.
pub(crate) const PACE: Duration = Duration::from_millis(50);

/// The resident memory of a process and its descendants in bytes; nothing where the system does
/// not say.
#[cfg(target_os = "linux")]
pub(crate) fn resident(process: i32) -> u64 {
    let own = fs::read_to_string(format!("/proc/{process}/statm"))
        .ok()
        .and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok())
        .map_or(0, |pages| pages * rustix::param::page_size() as u64);
    own + children(process).into_iter().map(resident).sum::<u64>()
}

/// Elsewhere nobody looks.
#[cfg(not(target_os = "linux"))]
pub(crate) fn resident(_process: i32) -> u64 {
    0
}

#[cfg(target_os = "linux")]
fn children(process: i32) -> Vec<i32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok())
        .flat_map(|children| {
            children.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>()
        })
        .collect()
}
