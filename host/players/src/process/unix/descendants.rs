//! How much memory and processor time a process and its descendants have. No limit of the kernel's does this for a
//! process that has the right to start others, so the host looks.

#[cfg(target_os = "linux")]
use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
    time::Duration,
};

/// How the system counts processor time.
#[cfg(target_os = "linux")]
const TICK: Duration = Duration::from_millis(10);

/// A process at a moment. All that is asked of one of thousands comes from one short file, so that looking stays cheap.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug)]
pub(in crate::process) struct Snapshot {
    pub process: i32,
    /// What it and the children that it has waited for have used of the processor.
    pub time: Duration,
    pub threads: usize,
    /// What its first thread does.
    first: State,
    /// The group that it gets its signals with.
    pub group: i32,
    /// In bytes.
    pub resident: u64,
    /// How much of its address space is given away, in bytes.
    pub virtual_size: u64,
    /// The thread that shows what all of them have: a first one that has ended has nothing any more.
    holder: i32,
}

#[cfg(target_os = "linux")]
impl Snapshot {
    /// Nothing where the process is gone.
    pub fn of(process: i32) -> Option<Snapshot> {
        let first = Stat::read(format!("/proc/{process}/stat"))?;
        let mut snapshot = Snapshot {
            process,
            time: first.time,
            threads: first.threads,
            first: first.state,
            group: first.group,
            resident: first.resident,
            virtual_size: first.virtual_size,
            holder: process,
        };
        if first.state.has_ended() && first.threads > 1 {
            snapshot.ask_another_thread();
        }
        Some(snapshot)
    }

    /// Takes what the process holds from the first of its threads that has not ended.
    fn ask_another_thread(&mut self) {
        let living = |thread: PathBuf| {
            let stat = Stat::read(thread.join("stat")).filter(|stat| !stat.state.has_ended())?;
            Some((number_of(&thread)?, stat))
        };
        if let Some((thread, stat)) = self.threads().into_iter().find_map(living) {
            (self.holder, self.resident, self.virtual_size) =
                (thread, stat.resident, stat.virtual_size);
        }
    }

    /// The folder in which the system shows what it holds.
    pub fn folder(&self) -> PathBuf {
        let process = PathBuf::from(format!("/proc/{}", self.process));
        if self.holder == self.process {
            process
        } else {
            process.join(format!("task/{}", self.holder))
        }
    }

    /// The folders of its threads. Nobody need ask what one that has a single thread has.
    pub fn threads(&self) -> Vec<PathBuf> {
        let all = PathBuf::from(format!("/proc/{}/task", self.process));
        if self.threads == 1 {
            return vec![all.join(self.process.to_string())];
        }
        fs::read_dir(all).into_iter().flatten().flatten().map(|thread| thread.path()).collect()
    }

    /// The numbers of its threads.
    pub fn thread_numbers(&self) -> impl Iterator<Item = i32> {
        self.threads().into_iter().filter_map(|thread| number_of(&thread))
    }

    /// Whether one of its threads runs, or would if the machine came to it. The first one may do nothing but wait for
    /// the others.
    pub fn is_ready(&self) -> bool {
        self.first.is_ready() || self.threads > 1 && self.states().any(State::is_ready)
    }

    /// How many of its threads do.
    pub fn ready_threads(&self) -> usize {
        match self.threads {
            1 => usize::from(self.first.is_ready()),
            _ => self.states().filter(|state| state.is_ready()).count(),
        }
    }

    /// Whether none of its threads will run before it is let go on.
    pub fn is_still(&self) -> bool {
        self.first.is_still() && (self.threads == 1 || self.states().all(State::is_still))
    }

    fn states(&self) -> impl Iterator<Item = State> {
        let read = |thread: PathBuf| Some(Stat::read(thread.join("stat"))?.state);
        self.threads().into_iter().filter_map(read)
    }

    fn children(&self) -> Vec<i32> {
        let lists = self.threads().into_iter().filter_map(|thread| children_of(&thread));
        lists.flatten().collect()
    }
}

/// The number of the thread whose folder this is.
#[cfg(target_os = "linux")]
fn number_of(thread: &Path) -> Option<i32> {
    thread.file_name()?.to_str()?.parse().ok()
}

/// On how many cores a process may run.
#[cfg(target_os = "linux")]
pub(in crate::process) fn cores_of(process: i32) -> usize {
    let cores = rustix::thread::sched_getaffinity(rustix::process::Pid::from_raw(process));
    cores.map_or(1, |cores| cores.count() as usize)
}

/// What a thread does, by the system's letter.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug)]
struct State(u8);

#[cfg(target_os = "linux")]
impl State {
    /// Whether it runs, or would if the machine came to it.
    fn is_ready(self) -> bool {
        self.0 == b'R'
    }

    /// Whether it waits for a device, or for a process that it has started to become another, both of which no signal
    /// interrupts.
    fn is_held(self) -> bool {
        self.0 == b'D'
    }

    fn is_stopped(self) -> bool {
        matches!(self.0, b'T' | b't')
    }

    fn has_ended(self) -> bool {
        matches!(self.0, b'Z' | b'X')
    }

    fn is_still(self) -> bool {
        self.is_stopped() || self.is_held() || self.has_ended()
    }
}

/// What the system says of a process or a thread in one line.
#[cfg(target_os = "linux")]
struct Stat {
    state: State,
    group: i32,
    time: Duration,
    threads: usize,
    virtual_size: u64,
    resident: u64,
}

#[cfg(target_os = "linux")]
impl Stat {
    fn read(file: impl AsRef<Path>) -> Option<Stat> {
        let mut text = [0; 1024];
        let length = File::open(file).ok()?.read(&mut text).ok()?;
        // The name stands in brackets and may be of any bytes, so what is counted begins after it.
        let behind_name = memchr::memrchr(b')', &text[..length])? + 1;
        let fields = std::str::from_utf8(&text[behind_name..length]).ok()?;
        let mut fields = fields.split_ascii_whitespace();
        let state = State(*fields.next()?.as_bytes().first()?);
        let group = fields.nth(1)?.parse().ok()?;
        let times = fields.by_ref().skip(8).take(4).filter_map(|ticks| ticks.parse::<u32>().ok());
        let time = times.map(|ticks| TICK * ticks).sum();
        let threads = fields.nth(2)?.parse().ok()?;
        let virtual_size = fields.nth(2)?.parse().ok()?;
        let pages: u64 = fields.next()?.parse().ok()?;
        let resident = pages * rustix::param::page_size() as u64;
        Some(Stat { state, group, time, threads, virtual_size, resident })
    }
}

/// The children that a thread has started.
#[cfg(target_os = "linux")]
fn children_of(thread: &Path) -> Option<Vec<i32>> {
    let list = fs::read_to_string(thread.join("children")).ok()?;
    Some(list.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect())
}

/// A process and all its descendants.
#[cfg(target_os = "linux")]
pub(in crate::process) fn with_descendants(process: i32) -> Vec<Snapshot> {
    let mut all = Vec::from_iter(Snapshot::of(process));
    let mut looked_at = 0;
    while let Some(parent) = all.get(looked_at) {
        let children = parent.children();
        all.extend(children.into_iter().filter_map(Snapshot::of));
        looked_at += 1;
    }
    all
}

/// The first child of a process that has one thread.
#[cfg(target_os = "linux")]
pub(in crate::process) fn first_child(process: i32) -> Option<i32> {
    children_of(Path::new(&format!("/proc/{process}/task/{process}")))?.first().copied()
}

/// Elsewhere nobody looks.
#[cfg(not(target_os = "linux"))]
mod elsewhere {
    pub(in crate::process) fn first_child(_process: i32) -> Option<i32> {
        None
    }
}

#[cfg(not(target_os = "linux"))]
pub(in crate::process) use elsewhere::first_child;

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_ready_whichever_of_its_threads_is_and_still_once_it_is_stopped() {
        // This process's other threads wait for the one that looks.
        let look = || Snapshot::of(std::process::id().cast_signed()).unwrap();
        let own = std::thread::spawn(move || (look(), look().is_ready())).join().unwrap();
        assert!(own.0.threads > 1 && own.1);
        let mut asleep = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let number = asleep.id().cast_signed();
        // While it begins it may wait for the disk; once it sleeps it would run if it were woken.
        let sleeps = |one: &Snapshot| !one.is_ready() && !one.is_still();
        while !sleeps(&Snapshot::of(number).unwrap()) {
            std::thread::yield_now();
        }
        let process = rustix::process::Pid::from_child(&asleep);
        rustix::process::kill_process(process, rustix::process::Signal::STOP).unwrap();
        while !Snapshot::of(number).unwrap().is_still() {
            std::thread::yield_now();
        }
        asleep.kill().unwrap();
        asleep.wait().unwrap();
    }

    #[test]
    fn a_process_is_seen_whatever_bytes_it_is_called_by() {
        let look = || std::thread::spawn(|| Stat::read("/proc/thread-self/stat").is_some());
        let named = std::thread::spawn(move || {
            // SAFETY: the name is a text of C.
            unsafe { libc::prctl(libc::PR_SET_NAME, c"\xff) R\xfe".as_ptr()) };
            look().join().unwrap()
        });
        assert!(named.join().unwrap(), "threads inherit their name");
    }
}
