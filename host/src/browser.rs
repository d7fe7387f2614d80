//! Showing an address to the user: in the browser that the system prefers.

use std::process::{Command, Stdio};

/// What opens an address on this system.
#[cfg(target_os = "macos")]
const OPENERS: [&str; 1] = ["open"];
#[cfg(windows)]
const OPENERS: [&str; 1] = ["explorer"];
#[cfg(not(any(target_os = "macos", windows)))]
const OPENERS: [&str; 2] = ["xdg-open", "sensible-browser"];

/// Opens an address in the browser that the system prefers; says whether there is one.
pub fn open(address: &str) -> bool {
    OPENERS.iter().any(|opener| {
        let mut command = Command::new(opener);
        command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok()
    })
}
