//! Ctrl-C and a polite request to end: the terminal is given back, and players end with the host.

use crate::terminal;

/// From now on an interruption ends the program in good order.
pub fn watch() {
    // Without a handler the system's own way to end it remains.
    let _ = ctrlc::set_handler(|| {
        terminal::restore();
        std::process::exit(terminal::INTERRUPTED);
    });
}
