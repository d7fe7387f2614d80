//! What there is to tell on the terminal. That may stand still or be gone, and is waited for by one thread that does
//! nothing else: whoever plays, keeps a clock or holds the ladder goes on.

use std::io::Write;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use crate::error::LadderError;

/// So many lines wait for a terminal that stands still; what comes then is lost.
const MOST_WAITING: usize = 200;

/// Tells lines on the terminal.
pub(crate) struct Terminal(SyncSender<String>);

impl Terminal {
    /// The one that errors go to.
    pub fn of_errors() -> Terminal {
        Terminal::over(std::io::stderr())
    }

    fn over(mut out: impl Write + Send + 'static) -> Terminal {
        let (sender, lines) = sync_channel::<String>(MOST_WAITING);
        let write = move || {
            for line in lines {
                // One that is gone takes nothing more, and nobody is to blame.
                let _ = out.write_all(format!("othello-host: {line}\n").as_bytes());
            }
        };
        // Where the system has no thread left nothing is told.
        let _ = thread::Builder::new().name("terminal".to_owned()).spawn(write);
        Terminal(sender)
    }

    /// Tells a line.
    pub fn say(&self, line: String) {
        let _ = self.0.try_send(line);
    }

    /// Says once what can't be done, rather than each time.
    pub fn complain(&self, done: Result<(), LadderError>, complained: &mut bool) {
        match done {
            Ok(()) => *complained = false,
            Err(error) if !*complained => {
                *complained = true;
                self.say(error.to_string());
            }
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// Takes each line only when it is let.
    struct Still {
        let_go: Receiver<()>,
        taken: Sender<Vec<u8>>,
    }

    impl Write for Still {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
            self.let_go.recv().map_err(gone)?;
            let _ = self.taken.send(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_waits_for_a_terminal_that_stands_still_or_is_gone() {
        let ((go, let_go), (taken, took)) = (channel(), channel());
        let terminal = Terminal::over(Still { let_go, taken });
        (0..10 * MOST_WAITING).for_each(|number| terminal.say(number.to_string()));
        go.send(()).unwrap();
        assert!(took.recv().is_ok(), "it goes on with the first");
        drop(go);
        (0..10 * MOST_WAITING).for_each(|number| terminal.say(number.to_string()));
    }
}
