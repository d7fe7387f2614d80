//! What the host does to a child from outside, and what it sees of it there: the kernel's word and not the child's.

use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use std::fs;
use std::sync::OnceLock;

/// Takes from a child the right to open anything: no number of a descriptor is below this limit. What is open stays so.
/// Only who is the same user as the child, or has the right to, can do this.
pub(crate) fn forbid_opening(child: Pid) -> Result<(), Errno> {
    let nothing = Rlimit { current: Some(0), maximum: Some(0) };
    prlimit(Some(child), Resource::Nofile, nothing).map(drop)
}

/// Looks whether a child is closed in, with so many filters more than the host has.
pub(in crate::jail) fn check(child: i32, filters: u32) -> Result<(), String> {
    // Those of the host stay what they were when it began.
    static OF_HOST: OnceLock<Result<u32, String>> = OnceLock::new();
    let of_host = OF_HOST.get_or_init(|| Status::of("self").map(|own| own.filters)).clone()?;
    Status::of(&child.to_string())?.check(of_host, filters)
}

/// What the kernel says of a process's jail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Status {
    no_new_privileges: bool,
    /// Whether it has rights beyond those of its user, or could get some.
    capabilities: bool,
    /// Whether its system calls go through filters.
    filtered: bool,
    /// Through how many; those of its parent count.
    filters: u32,
}

impl Status {
    fn of(process: &str) -> Result<Status, String> {
        // Its name stands there as well, and may be of any bytes.
        let text = fs::read(format!("/proc/{process}/status"));
        let text = text.map_err(|error| format!("the kernel does not show it: {error}"))?;
        let text = String::from_utf8_lossy(&text);
        let value = |key: &str| {
            let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
            value.unwrap_or_default().trim()
        };
        let number = |key: &str| value(key).parse().unwrap_or(0u32);
        let has = |key: &str| value(key).contains(|digit: char| digit != '0');
        Ok(Status {
            no_new_privileges: number("NoNewPrivs") == 1,
            capabilities: ["CapInh", "CapPrm", "CapEff", "CapAmb"].into_iter().any(has),
            filtered: number("Seccomp") == 2,
            filters: number("Seccomp_filters"),
        })
    }

    /// Checks a child's against the number of filters of its host, and of those that it has beyond them.
    fn check(&self, of_host: u32, of_child: u32) -> Result<(), String> {
        if !self.no_new_privileges {
            return Err("it can gain privileges".to_owned());
        }
        if self.capabilities {
            return Err("it has capabilities".to_owned());
        }
        // Before version 5.9 the kernel did not count the filters.
        let too_few = self.filters > 0 && self.filters < of_host + of_child;
        if of_child > 0 && (!self.filtered || too_few) {
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
        forbid_opening(Pid::from_child(&cat)).unwrap();
        let error = check(child, 1).unwrap_err();
        let limits = fs::read_to_string(format!("/proc/{child}/limits")).unwrap();
        drop(cat.stdin.take());
        cat.wait().unwrap();
        assert!(error.contains("privileges") || error.contains("not filtered"), "{error}");
        let open = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
        assert_eq!(open.split_whitespace().collect::<Vec<_>>()[3..5], ["0", "0"]);
    }

    #[test]
    fn too_few_filters_are_not_enough_and_capabilities_are_too_many() {
        let closed =
            Status { no_new_privileges: true, capabilities: false, filtered: true, filters: 4 };
        let with = |filters| Status { filters, ..closed };
        assert!(with(3).check(1, 3).is_err());
        assert!(with(4).check(1, 3).is_ok());
        assert!(with(0).check(1, 3).is_ok(), "an older kernel does not count");
        assert!(Status { filtered: false, ..with(4) }.check(1, 3).is_err());
        assert!(Status { filtered: false, ..with(0) }.check(0, 0).is_ok(), "it does not say so");
        assert!(Status { capabilities: true, ..with(4) }.check(0, 3).is_err());
    }
}
