//! Starting children: the host's own executable is started as a zygote, which is copied for each player, or, where the
//! system has no such copies, for each player anew.

use super::child::Child;
use super::launched::Launched;
use super::tree::Tree;
#[cfg(target_os = "linux")]
use super::zygote::Zygote;
use crate::cores::share_none;
use crate::library::Library;
use crate::link::{CHILD, Job, Kind};
use crate::verdict::HostError;
#[cfg(not(target_os = "linux"))]
use rustix::process::Pid;
use std::io;
#[cfg(not(target_os = "linux"))]
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{self, Command, Stdio};
#[cfg(target_os = "linux")]
use std::sync::Arc;
use std::sync::{LazyLock, mpsc};

/// Starts children.
#[derive(Clone, Default)]
pub(in crate::process) struct Starter {
    #[cfg(target_os = "linux")]
    zygotes: Arc<[Zygote; Kind::COUNT]>,
}

impl Starter {
    /// Has a child of this program begin a job, with the library that it is for.
    pub fn start(
        &self,
        executable: &Path,
        job: &Job,
        library: Option<&Library>,
    ) -> Result<(Child, Tree), HostError> {
        let launch = || {
            self.launch(executable, job.kind()).map_err(|source| HostError::Spawn {
                executable: executable.display().to_string(),
                source,
            })
        };
        Child::begin(launch, job, library)
    }

    /// A child that waits for a job of this kind.
    #[cfg(target_os = "linux")]
    fn launch(&self, executable: &Path, kind: Kind) -> io::Result<Launched> {
        self.zygotes[kind as usize].child(|end| spawn(executable, kind, end))
    }

    /// A child that waits for a job.
    #[cfg(not(target_os = "linux"))]
    fn launch(&self, executable: &Path, kind: Kind) -> io::Result<Launched> {
        let (post, theirs) = UnixStream::pair()?;
        let child = spawn(executable, kind, Stdio::from(std::os::fd::OwnedFd::from(theirs)))?;
        let process = Pid::from_child(&child);
        // The player tells of its end itself, by ending.
        Ok(Launched { process, control: post.try_clone()?, post })
    }
}

fn spawn(executable: &Path, kind: Kind, end: Stdio) -> io::Result<process::Child> {
    let mut command = Command::new(executable);
    command.arg(CHILD).arg(process::id().to_string()).arg(kind.word()).env_clear();
    command.stdin(end).stdout(Stdio::null()).stderr(Stdio::null());
    spawn_on_the_lasting_thread(command)
}

type Order = (Command, mpsc::SyncSender<io::Result<process::Child>>);

/// A child's parent-death signal follows the thread that spawned it, so all children are spawned
/// by one thread that lives as long as the process.
fn spawn_on_the_lasting_thread(command: Command) -> io::Result<process::Child> {
    static SPAWNER: LazyLock<io::Result<mpsc::Sender<Order>>> = LazyLock::new(|| {
        let (sender, orders) = mpsc::channel::<Order>();
        std::thread::Builder::new().name("spawner".into()).spawn(move || {
            // A zygote and what it makes ready are for whichever thread comes first.
            share_none();
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
