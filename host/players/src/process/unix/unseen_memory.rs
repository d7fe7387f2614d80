//! Memory that the kernel holds for processes and that does not show as theirs: tables of pages, pages that were swapped
//! out, pieces of address space, and what waits behind descriptors. That nobody can see from outside, so each counts as
//! what it has room for: a player that has thousands of them has them for that.

use super::descendants::Snapshot;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// How much more address space than memory a process has to have until its tables and what is swapped out are looked
/// at: before that neither can be much.
const SPARSE: u64 = 64 << 20;

/// What a pipe has room for, as programs can make them.
const PIPE: u64 = 64 << 10;

/// What a socket has room for, where the system does not say.
const SOCKET: u64 = 208 << 10;

/// What the kernel keeps for each descriptor that is waited for by another one (epoll).
const WATCH: u64 = 256;

/// So many descriptors of all processes together can't have much behind them.
const FEW: u64 = 128;

/// So many take the host longer to look at one by one than the player to make more, and no honest player has them.
const MANY: u64 = 4096;

/// What the kernel keeps for each piece of address space that differs from its neighbours.
const AREA: u64 = 256;

/// So many of them few processes have, and they take long to look at; one that has more counts as having all that the
/// kernel lets it have.
const MANY_AREAS: u64 = 1024;
const ALL_AREAS: u64 = 65_530;

/// So few processes can't have much of them.
const FEW_PROCESSES: usize = 4;

/// The memory of this kind of some processes, or at least so much that it is more than `enough`.
pub(super) fn of(all: &[Snapshot], enough: u64) -> u64 {
    let mut sum = waiting(all.iter().map(Snapshot::folder));
    let sparse: Vec<&Snapshot> =
        all.iter().filter(|one| one.virtual_size > one.resident + SPARSE).collect();
    for one in &sparse {
        let folder = one.folder();
        sum += tables_and_swapped(&folder);
        if sparse.len() > FEW_PROCESSES {
            sum += areas(&folder) * AREA;
        }
        if sum > enough {
            break;
        }
    }
    sum
}

/// How many pieces a process's address space has.
fn areas(process: &Path) -> u64 {
    let Ok(file) = File::open(process.join("maps")) else { return 0 };
    let lines = BufReader::new(file).split(b'\n').map_while(Result::ok).take(MANY_AREAS as usize);
    match lines.count() as u64 {
        MANY_AREAS => ALL_AREAS,
        count => count,
    }
}

/// The tables of a process's pages, and what of them is swapped out.
fn tables_and_swapped(process: &Path) -> u64 {
    // Its name stands there as well, and may be of any bytes.
    let text = fs::read(process.join("status")).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let kilobytes = |key: &str| -> Option<u64> {
        let value = text.lines().find_map(|line| line.strip_prefix(key))?;
        value.split_ascii_whitespace().next()?.parse().ok()
    };
    ["VmPTE:", "VmSwap:"].into_iter().filter_map(kilobytes).sum::<u64>() << 10
}

/// What may wait behind the descriptors of processes.
fn waiting(processes: impl Iterator<Item = PathBuf>) -> u64 {
    let folders: Vec<PathBuf> = processes.map(|process| process.join("fd")).collect();
    match folders.iter().map(|folder| entries(folder)).sum() {
        ..=FEW => return 0,
        // The most that they can have behind them: half of them wait for the others.
        many @ MANY.. => return WATCH * (many / 2).pow(2),
        _ => {}
    }
    let mut behind = Behind::default();
    for folder in folders {
        let descriptors = fs::read_dir(folder).into_iter().flatten().flatten();
        descriptors
            .filter_map(|one| fs::read_link(one.path()).ok())
            .for_each(|target| behind.add(target));
    }
    behind.memory()
}

/// How many descriptors a process has. Newer kernels say so, older ones have them counted.
fn entries(folder: &Path) -> u64 {
    match fs::metadata(folder).map(|folder| folder.len()) {
        Ok(0) => fs::read_dir(folder).map_or(0, |all| all.count() as u64),
        Ok(count) => count,
        Err(_) => 0,
    }
}

/// What descriptors are for, added up.
#[derive(Default)]
struct Behind {
    descriptors: u64,
    /// Those that wait for others. All of them have the same name, so that nobody can tell who shares one.
    pollers: u64,
    /// What pipes and sockets have room for.
    room: u64,
    /// Those that were counted: descriptors are inherited.
    counted: HashSet<PathBuf>,
}

impl Behind {
    fn add(&mut self, target: PathBuf) {
        self.descriptors += 1;
        let name = target.to_str().unwrap_or_default();
        let room = match name.split_once('[').map(|(kind, _)| kind) {
            Some("pipe:") => PIPE,
            Some("socket:") => of_a_socket(),
            _ => {
                self.pollers += u64::from(name == "anon_inode:[eventpoll]");
                return;
            }
        };
        if self.counted.insert(target) {
            self.room += room;
        }
    }

    /// Each poller may wait for every descriptor of every process: it can be handed on from one to the next, and what
    /// each of them has it wait for stays.
    fn memory(&self) -> u64 {
        self.room + WATCH * self.pollers * self.descriptors
    }
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
        let look = || waiting([PathBuf::from("/proc/self")].into_iter());
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
    fn what_waits_for_descriptors_may_wait_for_each_of_them() {
        assert!(WATCH * (MANY / 2).pow(2) > MANY * of_a_socket(), "nothing takes more");
        let mut behind = Behind::default();
        (0..100).for_each(|_| behind.add(PathBuf::from("anon_inode:[eventpoll]")));
        (0..300).for_each(|_| behind.add(PathBuf::from("anon_inode:[eventfd]")));
        assert_eq!(behind.memory(), 100 * 400 * WATCH);
    }

    #[test]
    fn tables_of_pages_count_where_there_is_more_address_space_than_memory() {
        let own = std::process::id().cast_signed();
        let before = tables_and_swapped(Path::new("/proc/self"));
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
            assert!(of(&[snapshot], u64::MAX) >= before + (7 << 20), "{before}");
            libc::munmap(pages, length);
        }
    }
}
