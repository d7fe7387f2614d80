//! Groups of processes that the kernel bounds together (control groups, version 2): how much memory a program's processes
//! hold and how many they are, whatever they start. They can be made where a part of the system's tree of groups is this
//! user's to divide: a group above the host's own that hands memory and numbers on, or the host's own where nobody else
//! is in it.

use super::descendants::with_descendants;
use crate::jail::OWN_THREADS;
use rustix::process::Pid;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// What a group has to hand on.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];
/// How the names of all our groups begin; the host's number follows.
const PREFIX: &str = "othello-";
/// Threads of all processes together, with the one that waits for them.
const MOST_THREADS: u64 = OWN_THREADS + 1;
/// How often, and how long apart, a group is tried to be removed whose last process is just ending.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// A group for the processes of one program, which is removed with this.
#[derive(Debug)]
pub(super) struct ControlGroup(PathBuf);

impl ControlGroup {
    /// Puts a process into a group of its own. Whatever it starts will be in there as well.
    pub fn around(process: Pid, memory: u64) -> Result<ControlGroup, String> {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{number}", std::process::id());
        let group = ControlGroup(ground()?.join(name));
        group.begin(process, memory).map_err(|error| format!("{}: {error}", group.0.display()))?;
        Ok(group)
    }

    fn begin(&self, process: Pid, memory: u64) -> io::Result<()> {
        fs::create_dir(&self.0)?;
        self.set("memory.max", memory)?;
        // Kernels that were built without swapping don't have it.
        let _ = self.set("memory.swap.max", 0);
        self.set("memory.oom.group", 1)?;
        self.set("pids.max", MOST_THREADS)?;
        self.set("cgroup.procs", process.as_raw_nonzero())
    }

    fn set(&self, file: &str, value: impl ToString) -> io::Result<()> {
        fs::write(self.0.join(file), value.to_string())
    }

    /// Whether the kernel has ended the processes since they wanted more memory than there is for them.
    pub fn was_overfull(&self) -> bool {
        let events = fs::read_to_string(self.0.join("memory.events")).unwrap_or_default();
        events.lines().filter_map(|line| line.strip_prefix("oom_kill ")).any(|count| count != "0")
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        // All have ended but where no namespace ends them with the first; older kernels don't have the file.
        let _ = self.set("cgroup.kill", 1);
        for _ in 0..TRIES {
            match fs::remove_dir(&self.0) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => sleep(PAUSE),
                _ => return,
            }
        }
    }
}

/// The group under which others can be made, or why there is none.
pub(in crate::process) fn ground() -> Result<&'static Path, String> {
    static GROUND: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let ground = GROUND.get_or_init(|| {
        let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let ground = find(&mounts, &own)?;
        remove_leftovers(&ground);
        Ok(ground)
    });
    ground.as_deref().map_err(Clone::clone)
}

/// Looks for it, from the host's own group upwards.
fn find(mounts: &str, own: &str) -> Result<PathBuf, String> {
    let mount = mounts.lines().find_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
        [_, folder, "cgroup2", ..] => Some(Path::new(folder)),
        _ => None,
    });
    let mount = mount.ok_or("no control groups of version 2 are mounted")?;
    let own = own.lines().find_map(|line| line.strip_prefix("0::/"));
    let own = mount.join(own.ok_or("this process is in no control group of version 2")?);
    let above = own.ancestors().take_while(|folder| folder.starts_with(mount));
    if let Some(ground) = above.into_iter().find(|folder| hands_on(folder) && is_ours(folder)) {
        return Ok(ground.to_owned());
    }
    take_over(&own).ok_or_else(|| {
        format!(
            "nobody has handed memory and pids of a group above {} to this user; \
             \"systemd-run --user --scope -p Delegate=yes othello-host ...\" does",
            own.display()
        )
    })
}

/// Whether groups below this one have what they need.
fn hands_on(folder: &Path) -> bool {
    names_controllers(&folder.join("cgroup.subtree_control"))
}

fn names_controllers(file: &Path) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    CONTROLLERS.iter().all(|&wanted| text.split_whitespace().any(|name| name == wanted))
}

/// Whether this user may make groups there, and move processes between them.
fn is_ours(folder: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(folder, Access::WRITE_OK).is_ok()
        && access(folder.join("cgroup.procs"), Access::WRITE_OK).is_ok()
}

/// Makes the host's own group one that can be divided, where only the host and what it has started is in there: from then
/// on they are in a group below.
fn take_over(own: &Path) -> Option<PathBuf> {
    if !is_ours(own) || !names_controllers(&own.join("cgroup.controllers")) {
        return None;
    }
    let inside = || -> Option<Vec<i32>> {
        let text = fs::read_to_string(own.join("cgroup.procs")).ok()?;
        text.lines().map(|line| line.parse().ok()).collect()
    };
    let ours = with_descendants(std::process::id().cast_signed());
    if !inside()?.iter().all(|process| ours.iter().any(|one| one.process == *process)) {
        return None;
    }
    let below = own.join(format!("{PREFIX}{}-host", std::process::id()));
    fs::create_dir(&below).ok()?;
    let divide = || -> io::Result<()> {
        for process in inside().unwrap_or_default() {
            fs::write(below.join("cgroup.procs"), process.to_string())?;
        }
        fs::write(own.join("cgroup.subtree_control"), "+memory +pids")
    };
    divide().ok().map(|()| own.to_owned())
}

/// Removes groups of hosts that were killed.
fn remove_leftovers(ground: &Path) {
    for entry in fs::read_dir(ground).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let host = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next());
        if host.is_some_and(|host| !Path::new("/proc").join(host).exists()) {
            // One that is not empty stays.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const MOUNTS: &str = "proc /proc proc rw 0 0\ncgroup FOLDER/old cgroup rw,memory 0 0\n\
                          cgroup2 FOLDER cgroup2 rw,nosuid 0 0\n";

    /// A tree as the system shows it: for each group what it may hand on, and what it does.
    fn tree(groups: &[(&str, &str, &str)]) -> (tempfile::TempDir, String) {
        let root = tempfile::tempdir().unwrap();
        for (group, may, does) in groups {
            let folder = root.path().join(group);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("cgroup.controllers"), may).unwrap();
            fs::write(folder.join("cgroup.subtree_control"), does).unwrap();
            fs::write(folder.join("cgroup.procs"), "").unwrap();
        }
        let mounts = MOUNTS.replace("FOLDER", root.path().to_str().unwrap());
        (root, mounts)
    }

    #[test]
    fn the_nearest_group_that_hands_on_memory_and_numbers_is_taken() {
        let (root, mounts) = tree(&[
            ("", "cpu memory pids", "cpu memory pids"),
            ("user", "memory pids", "memory pids"),
            ("user/app", "memory pids", "memory"),
            ("user/app/scope", "memory", ""),
        ]);
        let own = "12:memory:/elsewhere\n0::/user/app/scope\n";
        assert_eq!(find(&mounts, own), Ok(root.path().join("user")));
        assert!(find(&mounts, "4:memory:/x\n").unwrap_err().contains("in no control group"));
        assert!(find("proc /proc proc rw 0 0\n", own).unwrap_err().contains("mounted"));
    }

    #[test]
    fn a_group_with_others_in_it_is_not_taken_over_and_one_of_ones_own_is() {
        let (root, mounts) = tree(&[("", "", ""), ("scope", "memory pids", "")]);
        let scope = root.path().join("scope");
        fs::write(scope.join("cgroup.procs"), "1\n").unwrap();
        let refused = find(&mounts, "0::/scope\n").unwrap_err();
        assert!(refused.contains("Delegate=yes"), "{refused}");
        fs::write(scope.join("cgroup.procs"), std::process::id().to_string()).unwrap();
        assert_eq!(find(&mounts, "0::/scope\n"), Ok(scope.clone()));
        let handed_on = fs::read_to_string(scope.join("cgroup.subtree_control")).unwrap();
        assert_eq!(handed_on, "+memory +pids");
        let below = scope.join(format!("{PREFIX}{}-host/cgroup.procs", std::process::id()));
        assert_eq!(fs::read_to_string(below).unwrap(), std::process::id().to_string());
    }

    #[test]
    fn what_a_killed_host_has_left_is_removed_and_what_others_use_is_not() {
        let (root, _) = tree(&[("", "", "")]);
        let living = format!("{PREFIX}{}-0", std::process::id());
        for name in [&living, "othello-4194305-0", "session-4194305"] {
            fs::create_dir(root.path().join(name)).unwrap();
        }
        remove_leftovers(root.path());
        let is_there = |name: &str| root.path().join(name).exists();
        assert!(is_there(&living) && is_there("session-4194305"));
        assert!(!is_there("othello-4194305-0"));
    }

    #[test]
    fn a_group_that_may_not_be_written_is_left_alone() {
        let (root, mounts) = tree(&[("", "memory pids", "memory pids")]);
        fs::set_permissions(root.path(), fs::Permissions::from_mode(0o555)).unwrap();
        // Root may write everywhere.
        let is_root = rustix::process::geteuid().is_root();
        assert_eq!(find(&mounts, "0::/\n").is_ok(), is_root);
    }
}
