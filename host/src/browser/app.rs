//! An app window: a Chromium-like browser that shows one address and nothing around it, with a profile folder
//! of its own, so that it is a program that runs for as long as the window is open. This process has one at
//! most, which an interruption closes as well.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{has_screen, silent};

/// What such browsers are called on this system.
#[cfg(target_os = "macos")]
const BROWSERS: [&str; 4] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
];
#[cfg(windows)]
const BROWSERS: [&str; 4] = [
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
];
#[cfg(not(any(target_os = "macos", windows)))]
const BROWSERS: [&str; 8] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "brave-browser",
    "vivaldi",
];

/// No first questions, no connections to anything but this host, and nothing that outlives the window.
const OPTIONS: [&str; 10] = [
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-sync",
    "--disable-background-mode",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-features=Translate",
    "--password-store=basic",
    "--window-size=1100,860",
];

/// Without a process for drawing.
const PLAIN: [&str; 2] = ["--disable-gpu", "--in-process-gpu"];

/// How long the browser may take to end when it is asked to.
#[cfg(unix)]
const END_TIMEOUT: Duration = Duration::from_secs(2);
/// How long its last files may take to appear.
const FILES_TIMEOUT: Duration = Duration::from_secs(20);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The window, if there is one.
static OPEN: Mutex<Option<AppWindow>> = Mutex::new(None);

/// A place on the screen, which may have screens to its left and above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// From the left.
    pub x: i32,
    /// From above.
    pub y: i32,
}

impl FromStr for Frame {
    type Err = String;

    fn from_str(text: &str) -> Result<Frame, String> {
        let wrong = || format!("{text:?} is no place on the screen; write X,Y, such as 100,-50");
        let (x, y) = text.split_once(',').ok_or_else(wrong)?;
        let parse = |part: &str| part.trim().parse().map_err(|_| wrong());
        Ok(Frame { x: parse(x)?, y: parse(y)? })
    }
}

/// How the browser draws its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// As it likes, which is on the graphics card where it can.
    Fast,
    /// Without the process for that, for which some browsers end where it does not start in time.
    Plain,
}

struct AppWindow {
    child: Child,
    profile: TempDir,
}

fn window() -> MutexGuard<'static, Option<AppWindow>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens an address in an app window, at this place if one is given; says whether there is a browser for it.
pub fn open(address: &str, place: Option<Frame>, drawing: Drawing) -> bool {
    if !has_screen() {
        return false;
    }
    let mut named = tempfile::Builder::new();
    let Ok(profile) = named.prefix("othello-window-").tempdir() else { return false };
    let child = BROWSERS.iter().find_map(|browser| {
        let mut command = command(browser, address, place, profile.path());
        if drawing == Drawing::Plain {
            command.args(PLAIN);
        }
        command.spawn().ok()
    });
    let Some(child) = child else { return false };
    *window() = Some(AppWindow { child, profile });
    true
}

fn command(browser: &str, address: &str, place: Option<Frame>, profile: &Path) -> Command {
    let mut command = silent(browser);
    command.arg(format!("--app={address}")).args(OPTIONS);
    command.arg(format!("--user-data-dir={}", profile.display()));
    // What it would leave elsewhere goes the same way as the profile.
    command.env("TMPDIR", profile);
    if let Some(Frame { x, y }) = place {
        command.arg(format!("--window-position={x},{y}"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        use std::os::unix::process::CommandExt;
        // Chromium has no sandbox for root, and insists on being told so.
        if fs::metadata(profile).is_ok_and(|about| about.uid() == 0) {
            command.arg("--no-sandbox");
        }
        // It is several processes, which are ended together.
        command.process_group(0);
    }
    command
}

/// How the window ended, if it did.
pub fn ended() -> Option<ExitStatus> {
    window().as_mut()?.child.try_wait().ok().flatten()
}

/// Closes the window, if one is open, and removes its profile. A second caller waits for the first.
pub fn close() {
    if let Some(AppWindow { mut child, profile }) = window().take() {
        end(&mut child);
        remove(profile);
    }
}

/// Asks all of its processes to end, since the first one may be a script, and then makes them.
#[cfg(unix)]
fn end(child: &mut Child) {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    // Once it was waited for, its number may be another's.
    let is_there = matches!(child.try_wait(), Ok(None));
    let Some(group) = Pid::from_raw(child.id().cast_signed()).filter(|_| is_there) else { return };
    // Whoever is only looked at keeps the number.
    let looking = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let runs = || matches!(waitid(WaitId::Pid(group), looking), Ok(None));
    let begun = Instant::now();
    // A process that is gone already needs no signal.
    let _ = kill_process_group(group, Signal::TERM);
    while runs() && begun.elapsed() < END_TIMEOUT {
        thread::sleep(POLL_INTERVAL);
    }
    // On a busy machine some of its processes outlive the first one, and would write to the profile again.
    let _ = kill_process_group(group, Signal::KILL);
    let _ = child.wait();
}

#[cfg(not(unix))]
fn end(child: &mut Child) {
    // What can't be killed is gone already.
    let _ = child.kill();
    let _ = child.wait();
}

/// Removes the profile, in which the last of the browser's processes may still write.
fn remove(profile: TempDir) {
    let folder = profile.keep();
    let begun = Instant::now();
    while fs::remove_dir_all(&folder).is_err() && folder.exists() && begun.elapsed() < FILES_TIMEOUT
    {
        thread::sleep(POLL_INTERVAL);
    }
}
