//! What tests run beside themselves, and cargo does not build for a test.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Builds every player's library, the program that makes releases and the examples `ask`, `tree` and `trial`, and gives
/// the folder of this build: libraries and programs lie in it, the examples below it.
///
/// # Panics
/// Where they can't be built.
pub fn built() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let program = std::env::current_exe().expect("a running test has a path");
        // A test lies in the folder `deps` of its profile's.
        let folder = program.ancestors().nth(2).expect("a test lies two folders deep").to_owned();
        build(&folder);
        folder
    })
}

/// Where tests build what is no part of this workspace, each with the others so that what all need is built
/// once, and apart from the folder in which the host looks for players.
#[must_use]
pub fn out_of_tree() -> PathBuf {
    built().join("out-of-tree")
}

/// The whole workspace with the examples: cargo chooses the features for it that it chose for its tests, so that
/// nothing is built twice.
fn build(folder: &Path) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "build",
        "--quiet",
        "--workspace",
        "--lib",
        "--bin",
        "othello-release",
        "--example",
        "ask",
        "--example",
        "tree",
        "--example",
        "trial",
    ]);
    cargo.arg("--target-dir").arg(folder.parent().unwrap_or(folder));
    if folder.ends_with("release") {
        // As the benches are that ask for it.
        cargo.args(["--profile", "bench"]);
    }
    // What cargo tells a test of its package would have some crates built anew, and again for the next test: `ring` and
    // all that depend on it for each of these.
    for (name, _) in std::env::vars_os() {
        let bytes = name.as_encoded_bytes();
        let is_of_package =
            bytes.starts_with(b"CARGO_PKG_") || bytes.starts_with(b"CARGO_MANIFEST_");
        if is_of_package || bytes == b"OUT_DIR" {
            cargo.env_remove(name);
        }
    }
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
