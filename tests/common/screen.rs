//! A screen that nobody sees, and what stands on it: Xvfb, looked at and typed on by xdotool.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use othello_test_support::say_skipped;

use super::{alone_with_browsers, wait_for, wait_until};

/// A screen, until this is dropped.
pub struct Screen {
    /// What programs know it by.
    pub name: String,
    server: Child,
    _alone: std::sync::MutexGuard<'static, ()>,
}

/// A window on a screen.
#[derive(Clone, Copy)]
pub struct Window(u64);

impl Screen {
    pub const WIDTH: i32 = 1600;
    pub const HEIGHT: i32 = 1200;

    /// Nothing where a program is missing, which is said.
    pub fn start() -> Option<Screen> {
        for (program, asks) in
            [("Xvfb", "-help"), ("xdotool", "version"), ("chromium", "--version")]
        {
            let asked = Command::new(program).arg(asks).output();
            if asked.is_err() {
                say_skipped(&format!("no {program}, so no window to look at"));
                return None;
            }
        }
        let size = format!("{}x{}x24", Screen::WIDTH, Screen::HEIGHT);
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", &size]);
        let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Some(Screen { name: format!(":{}", number.trim()), server, _alone: alone_with_browsers() })
    }

    fn xdotool(&self, args: &[&str]) -> String {
        let output =
            Command::new("xdotool").env("DISPLAY", &self.name).args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Waits for the window whose title begins so.
    #[track_caller]
    pub fn window(&self, title: &str) -> Window {
        wait_for(&format!("a window {title:?} appears"), || {
            let found = self.xdotool(&["search", "--onlyvisible", "--name", &format!("^{title}")]);
            found.lines().next().map(|number| Window(number.parse().unwrap()))
        })
    }

    /// X, Y, width and height, where the window is there.
    fn geometry(&self, window: Window) -> Option<[i32; 4]> {
        let told = self.xdotool(&["getwindowgeometry", "--shell", &window.0.to_string()]);
        let of = |name: &str| {
            told.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
        };
        Some([of("X")?, of("Y")?, of("WIDTH")?, of("HEIGHT")?])
    }

    pub fn shows(&self, window: Window) -> bool {
        self.geometry(window).is_some()
    }

    pub fn size(&self, window: Window) -> (i32, i32) {
        let [_, _, width, height] = self.geometry(window).unwrap();
        (width, height)
    }

    /// Waits until the window stands there.
    #[track_caller]
    pub fn settles_at(&self, window: Window, place: (i32, i32)) {
        wait_until(&format!("the window is at {place:?}"), || {
            self.geometry(window).map(|[x, y, ..]| (x, y)) == Some(place)
        });
    }

    /// Where the window is gone meanwhile, what lies below the pointer would hear the key: so that is nothing.
    pub fn press(&self, window: Window, key: &str) {
        let window = window.0.to_string();
        self.xdotool(&["mousemove", "0", "0", "windowfocus", "--sync", &window, "key", key]);
    }

    /// Closes the window as a person does, until it is gone.
    #[track_caller]
    pub fn close(&self, window: Window) {
        wait_until("the window closes", || {
            self.press(window, "ctrl+w");
            !self.shows(window)
        });
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
