//! The real binary on a terminal of its own: what it shows, the keys that are pressed, the clicks.

use std::process::Command;
use std::time::{Duration, Instant};

use othello_test_support::say_skipped;

use super::{PATIENCE, World, binary};

/// A terminal of its own that runs one command.
pub struct Tmux {
    socket: String,
    pub world: World,
}

impl Tmux {
    /// The binary with these arguments, its standard output in a file. Nothing where there is no tmux, which
    /// is said.
    pub fn start(name: &str, args: &str) -> Option<Tmux> {
        Tmux::run(name, World::new, &format!("{args} > out"))
    }

    /// The binary with these arguments in this world, all on the terminal.
    pub fn open(name: &str, world: impl FnOnce() -> World, args: &str) -> Option<Tmux> {
        Tmux::run(name, world, args)
    }

    fn run(name: &str, world: impl FnOnce() -> World, args: &str) -> Option<Tmux> {
        if Command::new("tmux").arg("-V").output().is_err() {
            say_skipped("no tmux, so no terminal to try the screen on");
            return None;
        }
        let world = world();
        let socket = world.path(&format!("{name}.sock")).display().to_string();
        let tmux = Tmux { socket, world };
        // Ctrl-C reaches the shell around it as well, which must live to tell the exit code.
        let line =
            format!("trap : INT; {} {args}; echo \"ended $?\"; sleep 60", binary().display());
        let home = tmux.world.path("").display().to_string();
        let started = tmux
            .tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", "-c", &home])
            .env("HOME", &home)
            .env("XDG_CACHE_HOME", format!("{home}/cache"))
            .env("XDG_DATA_HOME", format!("{home}/data"))
            .env_remove("OTHELLO_HISTORY")
            .args(["sh", "-c", &line])
            .status()
            .unwrap();
        assert!(started.success());
        Some(tmux)
    }

    fn tmux(&self, args: &[&str]) -> Command {
        let mut command = Command::new("tmux");
        command.arg("-S").arg(&self.socket).args(args);
        command
    }

    pub fn screen(&self) -> String {
        let output = self.tmux(&["capture-pane", "-p"]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The screen with what has gone off its upper edge.
    pub fn scrolled(&self) -> String {
        let output = self.tmux(&["capture-pane", "-p", "-S", "-"]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Waits until the screen shows what it should, and gives it as it is when it has come to rest: what is
    /// being drawn may be there by half.
    #[track_caller]
    pub fn shows(&self, wanted: &str) -> String {
        self.shows_one_of(&[wanted])
    }

    #[track_caller]
    pub fn shows_one_of(&self, wanted: &[&str]) -> String {
        let until = Instant::now() + PATIENCE;
        let mut before = String::new();
        loop {
            let screen = self.screen();
            let there = wanted.iter().any(|wanted| screen.contains(wanted));
            if there && screen == before {
                return screen;
            }
            assert!(Instant::now() < until, "no {wanted:?} at rest on:\n{screen}");
            before = screen;
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Types a text as it is.
    pub fn types(&self, text: &str) {
        // A semicolon at the end would end tmux's own command.
        let text = match text.strip_suffix(';') {
            Some(text) => format!("{text}\\;"),
            None => text.to_owned(),
        };
        assert!(self.tmux(&["send-keys", "-l", "--", &text]).status().unwrap().success());
    }

    /// Gives this as what was copied elsewhere: a terminal says before and behind it that nobody types it.
    pub fn pastes(&self, text: &str) {
        assert!(self.tmux(&["set-buffer", "--", text]).status().unwrap().success());
        assert!(self.tmux(&["paste-buffer", "-p"]).status().unwrap().success());
    }

    pub fn keys(&self, keys: &[&str]) {
        assert!(self.tmux(&["send-keys"]).args(keys).status().unwrap().success());
    }

    /// Presses Ctrl-C now and then until the screen shows what it should: before the statement runs it does nothing.
    /// While one is obeyed another would end the program, so that a slow machine gets time.
    #[track_caller]
    pub fn interrupts_until(&self, wanted: &str) {
        let until = Instant::now() + PATIENCE;
        while !self.screen().contains(wanted) {
            assert!(Instant::now() < until, "no {wanted:?} on:\n{}", self.screen());
            self.keys(&["C-c"]);
            let next = Instant::now() + Duration::from_secs(5);
            while Instant::now() < next && !self.screen().contains(wanted) {
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }

    /// A click with the left button at a place counted from 1, as terminals report it.
    pub fn click(&self, column: u16, row: u16) {
        let report = format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m");
        let bytes: Vec<String> = report.bytes().map(|byte| format!("{byte:02x}")).collect();
        let mut command = self.tmux(&["send-keys", "-H"]);
        assert!(command.args(bytes).status().unwrap().success());
    }

    /// Makes the terminal as large as this.
    pub fn resize(&self, columns: u16, rows: u16) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let size = ["resize-window", "-x", &columns, "-y", &rows];
        assert!(self.tmux(&size).status().unwrap().success());
    }

    /// Closes the terminal under whatever runs on it.
    pub fn goes_away(&self) {
        assert!(self.tmux(&["kill-server"]).status().unwrap().success());
    }

    pub fn result(&self) -> String {
        std::fs::read_to_string(self.world.path("out")).unwrap_or_default()
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]).output();
    }
}
