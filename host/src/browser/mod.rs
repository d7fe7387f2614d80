//! Showing an address to the user: in the browser that the system prefers, or in an app window of its own.

pub mod app;

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
    has_screen() && OPENERS.iter().any(|opener| silent(opener).arg(address).spawn().is_ok())
}

/// Whether there is a screen that a window could be on. Where that can't be known, one is hoped for.
fn has_screen() -> bool {
    let named = ["DISPLAY", "WAYLAND_DISPLAY"];
    let named = named.iter().any(|name| std::env::var_os(name).is_some_and(|it| !it.is_empty()));
    named || cfg!(any(target_os = "macos", windows))
}

/// A program that is seen on the screen alone.
fn silent(program: &str) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}
