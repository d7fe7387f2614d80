//! Waiting for a player to end, and for all that it has started. In a namespace of processes the kernel ends them with
//! the first one; elsewhere this process is where its orphans come to, and ends them.

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, kill_process, set_child_subreaper, wait,
};
use std::fs;
use std::io;

/// Has this process told when its host ends, and made the parent of its descendants' orphans. In a namespace of its own
/// it ends with the host, and all others with it.
pub(crate) fn prepare_to_keep(own_processes: bool) -> io::Result<()> {
    use rustix::process::{getpid, set_parent_process_death_signal};
    let signal = if own_processes { Signal::KILL } else { Signal::TERM };
    set_parent_process_death_signal(Some(signal))?;
    if !own_processes {
        set_child_subreaper(Some(getpid()))?;
    }
    Ok(())
}

/// Waits until the player ends, and gives how; nothing where this process was told to end before. Then nothing that the
/// player has started is left, or will be once this process has ended.
pub(crate) fn keep(player: Pid, own_processes: bool) -> Option<WaitStatus> {
    if own_processes {
        return reap_until(player, WaitOptions::empty());
    }
    let told = Told::listen();
    let mut ended = None;
    while ended.is_none() && !told.await_signal() {
        ended = reap_until(player, WaitOptions::NOHANG);
    }
    if ended.is_none() {
        // Where nothing tells of processes, a library has started no others.
        let _ = kill_process(player, Signal::KILL);
    }
    end_descendants();
    ended
}

/// Takes note of the ends of processes until that of the player.
fn reap_until(player: Pid, options: WaitOptions) -> Option<WaitStatus> {
    loop {
        match wait(options) {
            Ok(Some((process, status))) if process == player => return Some(status),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) | Err(_) => return None,
        }
    }
}

/// Ends all descendants: those of a child that has ended become children of this process.
fn end_descendants() {
    let own = Pid::as_raw(Some(rustix::process::getpid()));
    loop {
        // First none of them can start others any more.
        for signal in [Signal::STOP, Signal::KILL] {
            for child in children(own) {
                let _ = kill_process(child, signal);
            }
        }
        if matches!(wait(WaitOptions::empty()), Err(Errno::CHILD)) {
            return;
        }
    }
}

fn children(process: i32) -> Vec<Pid> {
    let list = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let list = list.unwrap_or_default();
    list.split_whitespace().filter_map(|number| Pid::from_raw(number.parse().ok()?)).collect()
}

/// The signals that say that a child has ended, or that this process shall.
struct Told(libc::sigset_t);

impl Told {
    /// From here on the signals wait until they are asked for.
    fn listen() -> Told {
        // SAFETY: the set is made before it is read, and is this function's own.
        unsafe {
            let mut signals: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut signals);
            libc::sigaddset(&raw mut signals, libc::SIGCHLD);
            libc::sigaddset(&raw mut signals, libc::SIGTERM);
            libc::sigprocmask(libc::SIG_BLOCK, &raw const signals, std::ptr::null_mut());
            Told(signals)
        }
    }

    /// Waits for a signal, and gives whether it is the one to end. A child may have ended before the listening began.
    fn await_signal(&self) -> bool {
        let moment = libc::timespec { tv_sec: 0, tv_nsec: 100_000_000 };
        // SAFETY: the set and the time live as long as the call, which writes nothing where there is nothing to write.
        let signal = unsafe {
            libc::sigtimedwait(&raw const self.0, std::ptr::null_mut(), &raw const moment)
        };
        signal == libc::SIGTERM
    }
}
