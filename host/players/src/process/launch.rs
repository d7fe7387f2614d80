//! Starting children: the host's own executable is started as a zygote, which is copied for each player, or, where the
//! system has no such copies, for each player anew.

use super::launched::Launched;
#[cfg(target_os = "linux")]
use super::zygote::Zygote;
use crate::link::{CHILD, Kind};
use crate::own_process::executable;
use crate::trace::Trace;
use crate::verdict::HostError;
#[cfg(not(target_os = "linux"))]
use rustix::process::Pid;
use std::io;
#[cfg(not(target_os = "linux"))]
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, LazyLock, mpsc};

/// Which executable is started as a child: one that calls `child::enter_if_asked` in its first line.
#[derive(Clone)]
pub struct Launcher {
    executable: PathBuf,
    log: Option<PathBuf>,
    trace: Option<Trace>,
    #[cfg(target_os = "linux")]
    zygotes: Arc<[Zygote; Kind::COUNT]>,
}

impl Launcher {
    /// Starts this very program.
    ///
    /// # Errors
    ///
    /// Where the system does not say what this program's file is.
    pub fn this_program() -> io::Result<Launcher> {
        Ok(Launcher::at(executable()?))
    }

    /// Starts this program instead, as tests do with the real binary.
    pub fn at(executable: impl Into<PathBuf>) -> Launcher {
        Launcher {
            executable: executable.into(),
            log: None,
            trace: None,
            #[cfg(target_os = "linux")]
            zygotes: Arc::default(),
        }
    }

    /// Keeps what players write in this folder, a file for each game of a player.
    pub fn with_log(mut self, folder: impl Into<PathBuf>) -> Launcher {
        self.log = Some(folder.into());
        self
    }

    /// Where what players write is kept.
    pub(crate) fn log(&self) -> Option<&Path> {
        self.log.as_deref()
    }

    /// Writes down what is said with programs that speak an older protocol.
    pub fn with_trace(mut self, trace: Trace) -> Launcher {
        self.trace = Some(trace);
        self
    }

    pub(crate) fn trace(&self) -> Option<Trace> {
        self.trace.clone()
    }

    /// A child that waits for a job of this kind.
    #[cfg(target_os = "linux")]
    pub(super) fn launch(&self, kind: Kind) -> Result<Launched, HostError> {
        let child = self.zygotes[kind as usize].child(|end| self.spawn(kind, end));
        child.map_err(|source| self.cannot_spawn(source))
    }

    /// A child that waits for a job.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn launch(&self, kind: Kind) -> Result<Launched, HostError> {
        let launch = || {
            let (post, theirs) = UnixStream::pair()?;
            let child = self.spawn(kind, Stdio::from(std::os::fd::OwnedFd::from(theirs)))?;
            let process = Pid::from_child(&child);
            // The player tells of its end itself, by ending.
            Ok(Launched { process, control: post.try_clone()?, post })
        };
        launch().map_err(|source| self.cannot_spawn(source))
    }

    fn spawn(&self, kind: Kind, end: Stdio) -> io::Result<Child> {
        let mut command = Command::new(&self.executable);
        command.arg(CHILD).arg(std::process::id().to_string()).arg(kind.word()).env_clear();
        command.stdin(end).stdout(Stdio::null()).stderr(Stdio::null());
        spawn_on_the_lasting_thread(command)
    }

    fn cannot_spawn(&self, source: io::Error) -> HostError {
        HostError::Spawn { executable: self.executable.display().to_string(), source }
    }
}

impl std::fmt::Debug for Launcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Launcher").field("executable", &self.executable).finish_non_exhaustive()
    }
}

type Order = (Command, mpsc::SyncSender<io::Result<Child>>);

/// A child's parent-death signal follows the thread that spawned it, so all children are spawned
/// by one thread that lives as long as the process.
fn spawn_on_the_lasting_thread(command: Command) -> io::Result<Child> {
    static SPAWNER: LazyLock<io::Result<mpsc::Sender<Order>>> = LazyLock::new(|| {
        let (sender, orders) = mpsc::channel::<Order>();
        std::thread::Builder::new().name("spawner".into()).spawn(move || {
            for (mut command, reply) in orders {
                // The one who ordered may be gone; its child then ends with the dropped socket.
                let _ = reply.send(command.spawn());
            }
        })?;
        Ok(sender)
    });
    let gone = || io::Error::other("the thread that starts processes is gone");
    let sender =
        SPAWNER.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))?;
    let (reply, answer) = mpsc::sync_channel(1);
    sender.send((command, reply)).map_err(|_| gone())?;
    answer.recv().map_err(|_| gone())?
}
