//! The layers of the jail: what each keeps a player from, and which of them are missing here.

use serde::{Deserialize, Serialize};

/// One protection of several that hold a player together, so that no fault of a single one is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// The list of system calls that it may make (seccomp).
    SystemCalls,
    /// The files that it may open (Landlock).
    Files,
    /// How much memory, how many descriptors and how long a file it may have.
    Limits,
    /// What all processes of a program may have together, by the kernel's word (a control group).
    ControlGroup,
    /// Users of its own, so that its processes are counted apart.
    UserNamespace,
    /// Processes of its own: it sees no others, and all of them end with it.
    PidNamespace,
    /// Another root than the host's, with nothing in it but what it needs, read-only.
    MountNamespace,
    /// Another network than the host's, without a single address.
    NetNamespace,
    /// Shared memory and message queues of its own.
    IpcNamespace,
    /// A name of the machine of its own.
    UtsNamespace,
    /// It runs as nobody where the host is root.
    Nobody,
}

impl Layer {
    /// All, the strongest first.
    pub const ALL: [Layer; 11] = [
        Layer::SystemCalls,
        Layer::Files,
        Layer::Limits,
        Layer::ControlGroup,
        Layer::PidNamespace,
        Layer::MountNamespace,
        Layer::NetNamespace,
        Layer::IpcNamespace,
        Layer::UserNamespace,
        Layer::UtsNamespace,
        Layer::Nobody,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Layer::SystemCalls => "system calls (seccomp)",
            Layer::Files => "files (Landlock)",
            Layer::Limits => "limits",
            Layer::ControlGroup => "control group",
            Layer::UserNamespace => "user namespace",
            Layer::PidNamespace => "pid namespace",
            Layer::MountNamespace => "mount namespace",
            Layer::NetNamespace => "net namespace",
            Layer::IpcNamespace => "ipc namespace",
            Layer::UtsNamespace => "uts namespace",
            Layer::Nobody => "nobody",
        }
    }

    /// What a player could do where this one is missing, and the others are there.
    pub fn without(self) -> &'static str {
        match self {
            Layer::SystemCalls => "a player could start programs and use every part of the kernel",
            Layer::Files => {
                "a player could read what its user may read in the folders that it sees"
            }
            Layer::Limits => "a player could take all memory, and write files of any length",
            Layer::ControlGroup => {
                "a program could take more memory until the host looks, 20 times a second"
            }
            Layer::UserNamespace => "one program's processes could leave those of others no room",
            Layer::PidNamespace => "a program could see processes, and hide what it has started",
            Layer::MountNamespace => "only Landlock would keep a player from your files",
            Layer::NetNamespace => "only the list of system calls would keep it from the network",
            Layer::IpcNamespace => "only that list would keep two players from sharing memory",
            Layer::UtsNamespace => "a player could read the machine's name",
            Layer::Nobody => {
                "a player could read root's files if Landlock did not keep it from them"
            }
        }
    }

    /// Whether `--require-jail` asks for it. The name of a machine is no secret worth a game, and what a program's processes
    /// hold is watched by the host as well.
    pub fn is_needed(self) -> bool {
        !matches!(self, Layer::UtsNamespace | Layer::ControlGroup)
    }
}

/// A layer that is not there, or not whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingLayer {
    /// Which one.
    pub layer: Layer,
    /// What is missing of it.
    pub why: String,
}

impl Layer {
    pub(crate) fn missing(self, why: impl Into<String>) -> MissingLayer {
        MissingLayer { layer: self, why: why.into() }
    }
}

/// What a child is closed in with, and what of it is missing.
#[cfg(unix)]
#[derive(Debug, Default)]
pub(crate) struct Closed {
    pub missing: Vec<MissingLayer>,
    /// The version of Landlock that holds.
    pub landlock: u32,
    /// Through how many filters more than its parent's its system calls go.
    pub filters: u32,
}
