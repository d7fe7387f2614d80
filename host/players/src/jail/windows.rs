//! What of the jail there is on Windows: a job object, in which the host puts a player's process before it gets its job. It
//! bounds memory and processes and ends all of them together; all else that a player's user may do, the player may.

use super::layer::{Layer, MissingLayer};

/// What is missing of a layer, if something is.
fn why(layer: Layer) -> Option<&'static str> {
    Some(match layer {
        // The job object is one.
        Layer::ControlGroup => return None,
        Layer::SystemCalls => "Windows has no list of system calls for a process",
        Layer::Files => "it opens what its user may open",
        Layer::Limits => {
            "a job object bounds its memory and its processes, and not the files that it writes"
        }
        Layer::UserNamespace => "its processes are its user's",
        Layer::PidNamespace => {
            "it sees other processes; a job object ends all that it has started together with it"
        }
        Layer::MountNamespace => "it sees the files of its user",
        Layer::NetNamespace => "it may use the network",
        Layer::IpcNamespace => "it may share memory with other processes of its user",
        Layer::UtsNamespace => "it may read the machine's name",
        Layer::Nobody => "it runs as its user",
    })
}

/// The layers that are not there or not whole.
pub(crate) fn missing() -> Vec<MissingLayer> {
    Layer::ALL.into_iter().filter_map(|layer| Some(layer.missing(why(layer)?))).collect()
}

/// There is nothing that could be looked at from outside.
pub(super) fn check(_child: i32, _filters: u32) -> Result<(), String> {
    Ok(())
}
