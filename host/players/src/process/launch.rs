//! Starting the host's own executable as a child.

use super::cores::Cores;
use crate::link::CHILD;
use crate::trace::Trace;
use crate::verdict::HostError;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{LazyLock, mpsc};

/// Which executable is started as a child: one that calls `child::enter_if_asked` in its first line.
#[derive(Clone, Debug)]
pub struct Launcher {
    executable: PathBuf,
    log: Option<PathBuf>,
    trace: Option<Trace>,
}

impl Launcher {
    /// Starts this very program.
    ///
    /// # Errors
    ///
    /// Where the system does not say what this program's file is.
    pub fn this_program() -> io::Result<Launcher> {
        // The link keeps pointing at the running program when its file is replaced.
        let link = Path::new("/proc/self/exe");
        let executable = if link.exists() { link.to_owned() } else { std::env::current_exe()? };
        Ok(Launcher { executable, log: None, trace: None })
    }

    /// Starts this program instead, as tests do with the real binary.
    pub fn at(executable: impl Into<PathBuf>) -> Launcher {
        Launcher { executable: executable.into(), log: None, trace: None }
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

    /// A command that starts the child; the caller adds what it shall be connected to.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        command.arg(CHILD).arg(std::process::id().to_string()).env_clear();
        command
    }

    pub(super) fn spawn(&self, command: Command) -> Result<Child, HostError> {
        spawn_on_the_lasting_thread(command).map_err(|source| HostError::Spawn {
            executable: self.executable.display().to_string(),
            source,
        })
    }
}

type Order = (Command, Option<Cores>, mpsc::SyncSender<io::Result<Child>>);

/// A child's parent-death signal follows the thread that spawned it, so all children are spawned
/// by one thread that lives as long as the process. They run on the cores of the thread that wants them.
fn spawn_on_the_lasting_thread(command: Command) -> io::Result<Child> {
    static SPAWNER: LazyLock<io::Result<mpsc::Sender<Order>>> = LazyLock::new(|| {
        let (sender, orders) = mpsc::channel::<Order>();
        std::thread::Builder::new().name("spawner".into()).spawn(move || {
            for (mut command, cores, reply) in orders {
                if let Some(cores) = cores {
                    cores.keep_to();
                }
                // The one who ordered may be gone; its child then ends with the dropped pipes.
                let _ = reply.send(command.spawn());
            }
        })?;
        Ok(sender)
    });
    let gone = || io::Error::other("the thread that starts processes is gone");
    let sender =
        SPAWNER.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))?;
    let (reply, answer) = mpsc::sync_channel(1);
    sender.send((command, Cores::here(), reply)).map_err(|_| gone())?;
    answer.recv().map_err(|_| gone())?
}
