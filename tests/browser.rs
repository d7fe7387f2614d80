//! The page in a real browser: its modules are checked by their types, and `tests/web/*.mjs` have people play,
//! watch and study games there. A machine without node, npm or chromium says so and has nothing to fail at.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::SystemTime;

use crate::common::binary;
use othello_test_support::{all_are_wanted, built, say_skipped};

/// The oldest node that drives the browser.
const NODE: u32 = 20;
/// Those that `tests/web/support/browser.mjs` looks for.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

#[test]
fn the_modules_of_the_page_keep_to_their_types() {
    if has_packages() {
        npm(&["run", "check"]);
    }
}

#[test]
fn people_play_watch_and_study_games_in_a_browser() {
    if !has_packages() {
        return;
    }
    let named = std::env::var_os("OTHELLO_BROWSER").is_some();
    if !named && BROWSERS.iter().all(|browser| runs(browser).is_none()) {
        say_skipped("no chromium, so no browser to look at the page with");
        return;
    }
    built();
    let _alone = crate::common::alone_with_browsers();
    let all = all_are_wanted("most scenarios of the page");
    npm(&["run", if all { "test" } else { "few" }]);
}

/// Whether node and what it needs are there; the packages are fetched once, and again where others are wanted.
fn has_packages() -> bool {
    static THERE: OnceLock<bool> = OnceLock::new();
    *THERE.get_or_init(|| {
        let node = runs("node").and_then(|version| version.split(['v', '.']).nth(1)?.parse().ok());
        if node.is_none_or(|version: u32| version < NODE) || runs("npm").is_none() {
            say_skipped(&format!("no node {NODE} with npm, so nothing to try the page with"));
            return false;
        }
        let changed = |name: &str| -> Option<SystemTime> {
            fs::metadata(folder().join(name)).ok()?.modified().ok()
        };
        if changed("node_modules/.package-lock.json") < changed("package-lock.json") {
            npm(&["ci", "--no-audit", "--no-fund"]);
        }
        true
    })
}

/// What a program says of its version; nothing where there is no such program.
fn runs(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Has npm do something, and shows all that it said where that fails.
#[track_caller]
fn npm(args: &[&str]) {
    let mut command = Command::new("npm");
    command.arg("--no-update-notifier").args(args).current_dir(folder()).stdin(Stdio::null());
    let output = command.env("OTHELLO_HOST", binary()).output().unwrap();
    let said = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let (out, err) = (said(&output.stdout), said(&output.stderr));
    assert!(output.status.success(), "npm {}:\n{out}\n{err}", args.join(" "));
    println!("{out}");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/web")
}
