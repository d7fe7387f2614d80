//! What happens in a child process, from the first line of its `main` to its end: it closes itself
//! in, loads one library and answers what the host asks. Nothing of the host runs here.

mod library;
mod program;
mod serve;
mod wire;

use crate::link::{Role, child_role};

/// Turns this process into a player's child where the host started it as one, and then does not
/// return. A host calls this in the first line of its `main`, before anything else runs.
pub fn enter_if_asked() {
    if let Role::Child { parent } = child_role(std::env::args_os()) {
        let code = serve::serve(parent);
        std::process::exit(code);
    }
}
