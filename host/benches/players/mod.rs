//! The host that the benches run, with its players beside it.

use std::path::Path;
use std::process::Command;

/// The host. The players that it plays are built with it.
pub fn host() -> &'static Path {
    let host = Path::new(env!("CARGO_BIN_EXE_othello-host"));
    let folder = host.parent().expect("a program lies in a folder");
    let target = folder.parent().expect("a profile's folder lies in the target folder");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "-p", "othello-simple", "-p", "othello-random"])
        .arg("--target-dir")
        .arg(target)
        .status();
    assert!(built.is_ok_and(|status| status.success()), "the players could not be built");
    host
}
