//! Results on standard output.

use std::io::{Write, stdout};

/// Prints a result at once. If nobody reads standard output any longer, that is no failure of the command.
pub fn print(text: impl AsRef<[u8]>) {
    let mut out = stdout().lock();
    let _ = out.write_all(text.as_ref()).and_then(|()| out.flush());
}
