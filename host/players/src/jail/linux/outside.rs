//! What the host does to a child from outside, and what it sees of it there: the kernel's word and not the child's.

use super::calls::FILTERS_OF_LIBRARY;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use std::fs;

/// Takes from a child what only loading needed, and looks whether it is closed in.
pub(in crate::jail) fn seal(child: i32, filtered: bool) -> Result<(), String> {
    // No number of a descriptor is below this limit, so nothing can be opened any more; what is open stays so.
    let nothing = Rlimit { current: Some(0), maximum: Some(0) };
    let process = Pid::from_raw(child).ok_or("it has no number")?;
    prlimit(Some(process), Resource::Nofile, nothing)
        .map_err(|error| format!("its right to open files can't be taken away: {error}"))?;
    if filtered {
        let own = Status::of("self")?;
        Status::of(&child.to_string())?.check(own.filters + FILTERS_OF_LIBRARY)?;
    }
    Ok(())
}

/// What the kernel says of a process's jail.
#[derive(Debug, PartialEq, Eq)]
struct Status {
    no_new_privileges: bool,
    /// Whether its system calls go through filters.
    filtered: bool,
    /// Through how many; those of its parent count.
    filters: u32,
}

impl Status {
    fn of(process: &str) -> Result<Status, String> {
        let text = fs::read_to_string(format!("/proc/{process}/status"));
        let text = text.map_err(|error| format!("the kernel does not show it: {error}"))?;
        let number = |key: &str| -> u32 {
            let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
            value.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
        };
        Ok(Status {
            no_new_privileges: number("NoNewPrivs") == 1,
            filtered: number("Seccomp") == 2,
            filters: number("Seccomp_filters"),
        })
    }

    fn check(&self, filters: u32) -> Result<(), String> {
        if !self.no_new_privileges {
            return Err("it can gain privileges".to_owned());
        }
        // Before version 5.9 the kernel did not count the filters.
        if !self.filtered || (self.filters > 0 && self.filters < filters) {
            return Err("its system calls are not filtered as it says".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_process_that_only_says_that_it_is_closed_in_is_found_out() {
        let mut cat = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let child = cat.id().cast_signed();
        let error = seal(child, true).unwrap_err();
        let limits = fs::read_to_string(format!("/proc/{child}/limits")).unwrap();
        drop(cat.stdin.take());
        cat.wait().unwrap();
        assert!(error.contains("privileges") || error.contains("not filtered"), "{error}");
        let open = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
        assert_eq!(open.split_whitespace().collect::<Vec<_>>()[3..5], ["0", "0"]);
    }

    #[test]
    fn too_few_filters_are_not_enough() {
        let status = |filters| Status { no_new_privileges: true, filtered: true, filters };
        assert!(status(3).check(4).is_err());
        assert!(status(4).check(4).is_ok());
        assert!(status(0).check(4).is_ok(), "an older kernel does not count");
        let unfiltered = Status { filtered: false, ..status(4) };
        assert!(unfiltered.check(4).is_err());
    }
}
