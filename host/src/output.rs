//! Results on standard output, and what is told beside them on standard error. Where nobody reads these any longer, the
//! command goes on: a game or a contest has its file, too.

use std::io::{self, ErrorKind, Write, stdout};
use std::sync::OnceLock;

use anyhow::anyhow;

/// Tells a line on standard error.
macro_rules! tell_line {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

/// Tells a text as it is, and shows it at once.
macro_rules! tell {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(std::io::stderr(), $($text)*);
    }};
}

/// What kept the first text from being written.
static FAILED: OnceLock<io::Error> = OnceLock::new();

/// Prints a result at once. If nobody reads standard output any longer, that is no failure of the command.
pub fn print(text: impl AsRef<[u8]>) {
    let mut out = stdout().lock();
    let written = out.write_all(text.as_ref()).and_then(|()| out.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        // The command goes on: a game, say, is kept in the history all the same.
        let _ = FAILED.set(error);
    }
}

/// Whether all that was printed has been written.
///
/// # Errors
/// Where some of it could not be, as on a full disk.
pub fn is_whole() -> anyhow::Result<()> {
    match FAILED.get() {
        None => Ok(()),
        Some(error) => Err(anyhow!("what was printed is not whole: standard output: {error}")),
    }
}
