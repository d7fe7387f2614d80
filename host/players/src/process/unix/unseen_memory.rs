//! Memory that the kernel holds for processes and that does not show as theirs: tables of pages, pages that were swapped
//! out, and what waits in pipes and sockets. What waits nobody can see from outside, so each counts as what it has room
//! for: a player that has thousands of them has them for that.

use super::descendants::Snapshot;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// How much more address space than memory a process has to have until its tables and what is swapped out are looked
/// at: before that neither can be much.
const SPARSE: u64 = 64 << 20;

/// What a pipe has room for, as programs can make them.
const PIPE: u64 = 64 << 10;

/// What a socket has room for, where the system does not say.
const SOCKET: u64 = 208 << 10;

/// What the descriptors take together that one waits for by a descriptor of its own.
const POLL: u64 = 48 << 10;

/// So many descriptors every process has. As many processes as a program may have can't have much behind them.
const FEW: u64 = 4;

/// The memory of this kind of some processes.
pub(super) fn of(all: &[Snapshot]) -> u64 {
    let mut counted = HashSet::new();
    let of_one = |one: &Snapshot| {
        let sparse = one.virtual_size > one.resident + SPARSE;
        let tables = if sparse { tables_and_swapped(one.process) } else { 0 };
        tables + waiting(one.process, &mut counted)
    };
    all.iter().map(of_one).sum()
}

/// The tables of a process's pages, and what of them is swapped out.
fn tables_and_swapped(process: i32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let kilobytes = |key: &str| -> Option<u64> {
        let value = text.lines().find_map(|line| line.strip_prefix(key))?;
        value.split_ascii_whitespace().next()?.parse().ok()
    };
    ["VmPTE:", "VmSwap:"].into_iter().filter_map(kilobytes).sum::<u64>() << 10
}

/// What may wait behind a process's descriptors, without those that were counted before: descriptors are inherited.
fn waiting(process: i32, counted: &mut HashSet<PathBuf>) -> u64 {
    let folder = format!("/proc/{process}/fd");
    // Newer kernels say how many there are, older ones zero.
    if fs::metadata(&folder).is_ok_and(|few| (1..=FEW).contains(&few.len())) {
        return 0;
    }
    let descriptors = fs::read_dir(folder).into_iter().flatten().flatten();
    let targets = descriptors.filter_map(|one| fs::read_link(one.path()).ok());
    targets.map(|target| room(&target, counted)).sum()
}

fn room(target: &Path, counted: &mut HashSet<PathBuf>) -> u64 {
    let name = target.to_str().unwrap_or_default();
    let room = match name.split_once('[').map(|(kind, _)| kind) {
        Some("pipe:") => PIPE,
        Some("socket:") => of_a_socket(),
        // All of them have the same name.
        _ if name == "anon_inode:[eventpoll]" => return POLL,
        _ => return 0,
    };
    if counted.insert(target.to_owned()) { room } else { 0 }
}

/// What a socket has room for that nobody has set.
fn of_a_socket() -> u64 {
    static ROOM: OnceLock<u64> = OnceLock::new();
    *ROOM.get_or_init(|| {
        let text = fs::read_to_string("/proc/sys/net/core/wmem_default").unwrap_or_default();
        text.trim().parse().unwrap_or(SOCKET)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixStream;

    #[test]
    fn what_has_room_counts_once_whoever_has_it() {
        let own = std::process::id().cast_signed();
        let look = || waiting(own, &mut HashSet::new());
        // Other tests of this process open and close what they need.
        let pairs: Vec<_> = (0..200).map(|_| UnixStream::pair().unwrap()).collect();
        let pipes: Vec<_> = (0..100).map(|_| std::io::pipe().unwrap()).collect();
        let with_them = look();
        assert!(with_them >= 400 * of_a_socket() + 100 * PIPE, "{with_them}");
        let again: Vec<_> = pairs.iter().map(|(one, _)| one.try_clone().unwrap()).collect();
        let most = with_them + 100 * of_a_socket();
        assert!(look() < most, "{} {}", look(), again.len());
        drop((pairs, pipes, again));
        assert!(look() < with_them / 2);
    }

    #[test]
    fn tables_of_pages_count_where_there_is_more_address_space_than_memory() {
        let own = std::process::id().cast_signed();
        let before = tables_and_swapped(own);
        let length = 4usize << 30;
        // SAFETY: new pages of nobody else's, of which every table's first is read, and which are given back.
        unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            let null = std::ptr::null_mut();
            let pages = libc::mmap(null, length, libc::PROT_READ, flags, -1, 0);
            assert_ne!(pages, libc::MAP_FAILED);
            for at in (0..length).step_by(2 << 20) {
                std::ptr::read_volatile(pages.cast::<u8>().add(at));
            }
            let snapshot = Snapshot::of(own).unwrap();
            assert!(of(&[snapshot]) >= before + (7 << 20), "{before}");
            libc::munmap(pages, length);
        }
    }
}
