//! How much memory and processor time a process and its descendants have. No limit of the kernel's does this for a
//! process that has the right to start others, so the host looks while it waits.

use std::collections::HashMap;
#[cfg(target_os = "linux")]
use std::fs;
use std::time::Duration;

/// How often it is looked at.
pub(crate) const PACE: Duration = Duration::from_millis(50);

/// How the system counts processor time.
#[cfg(target_os = "linux")]
const TICK: Duration = Duration::from_millis(10);

/// The processor time of some processes, by their numbers.
pub(super) type Times = HashMap<i32, Duration>;

/// The resident memory of a process and its descendants in bytes; nothing where the system does
/// not say.
#[cfg(target_os = "linux")]
pub(super) fn resident(process: i32) -> u64 {
    let own = fs::read_to_string(format!("/proc/{process}/statm"))
        .ok()
        .and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok())
        .map_or(0, |pages| pages * rustix::param::page_size() as u64);
    own + children(process).into_iter().map(resident).sum::<u64>()
}

/// The processor time of each descendant of a process.
#[cfg(target_os = "linux")]
pub(super) fn times_below(process: i32) -> Times {
    let mut times = Times::new();
    let mut rest = children(process);
    while let Some(process) = rest.pop() {
        if let Some(time) = time(process) {
            times.insert(process, time);
            rest.extend(children(process));
        }
    }
    times
}

/// The processor time of a process and of the children that it has waited for.
#[cfg(target_os = "linux")]
pub(super) fn time(process: i32) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name stands in brackets and may hold anything, so what is counted begins after it.
    let (_, fields) = text.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(11).take(4).map(|ticks| ticks.parse::<u32>());
    Some(ticks.flatten().map(|ticks| TICK * ticks).sum())
}

/// The children of a process.
#[cfg(target_os = "linux")]
pub(super) fn children(process: i32) -> Vec<i32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok())
        .flat_map(|children| {
            children.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>()
        })
        .collect()
}

/// The first child of a process that has one thread.
#[cfg(target_os = "linux")]
pub(super) fn first_child(process: i32) -> Option<i32> {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).ok()?;
    children.split_whitespace().next()?.parse().ok()
}

/// Elsewhere nobody looks.
#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use super::Times;

    pub(in crate::process) fn resident(_process: i32) -> u64 {
        0
    }

    pub(in crate::process) fn times_below(_process: i32) -> Times {
        Times::new()
    }

    pub(in crate::process) fn first_child(_process: i32) -> Option<i32> {
        None
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{first_child, resident, times_below};
