//! The host's own process: its program's file, and how it is closed to others that run under the same user: nobody
//! attaches to it or reads its memory, and what is secret in its environment does not stay there, where a browser that
//! it starts would inherit it.

use std::io;
use std::path::{Path, PathBuf};

/// The file of the running program.
///
/// # Errors
///
/// Where the system does not say where it is.
pub(crate) fn executable() -> io::Result<PathBuf> {
    // The link keeps pointing at the running program when its file is replaced. Other systems that seem to have it may mean
    // something else by it.
    let link = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && link.exists() {
        return Ok(link.to_owned());
    }
    std::env::current_exe()
}

/// Closes this process to others, and takes these variables out of its environment; gives those that were there. A
/// host calls this at its start, while it has one thread: with more, its environment stays as it is.
pub fn close_to_others(secrets: &[&str]) -> Vec<(String, String)> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        // Where it can't be closed, it runs as it always did.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
    let value = |name: &&str| Some(((*name).to_owned(), std::env::var(name).ok()?));
    let values: Vec<_> = secrets.iter().filter_map(value).collect();
    #[cfg(target_os = "linux")]
    if has_one_thread() {
        values.iter().for_each(|(name, _)| remove(name));
    }
    values
}

#[cfg(target_os = "linux")]
fn has_one_thread() -> bool {
    std::fs::read_dir("/proc/self/task").is_ok_and(|threads| threads.count() == 1)
}

/// Removes a variable, and wipes its value out of the memory in which the system shows it to others.
#[cfg(target_os = "linux")]
fn remove(name: &str) {
    unsafe extern "C" {
        static environ: *mut *mut libc::c_char;
    }
    let prefix = format!("{name}=");
    // SAFETY: this process has one thread, so nothing else reads or writes its environment. The list ends with null,
    // each entry is a text that ends with zero, and the process may write to them.
    unsafe {
        let mut entry = environ;
        while !entry.is_null() && !(*entry).is_null() {
            let text = *entry;
            if libc::strncmp(text, prefix.as_ptr().cast(), prefix.len()) == 0 {
                let value = text.add(prefix.len());
                std::ptr::write_bytes(value, 0, libc::strlen(value));
            }
            entry = entry.add(1);
        }
        std::env::remove_var(name);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::process::{DumpableBehavior, dumpable_behavior};

    #[test]
    fn a_process_that_is_closed_to_others_cant_be_dumped() {
        assert_eq!(close_to_others(&["OTHELLO_NO_SUCH_SECRET"]), []);
        assert_eq!(dumpable_behavior(), Ok(DumpableBehavior::NotDumpable));
    }
}
