//! What the end-to-end tests share: the real binary in a world of its own. It finds the players beside itself,
//! where they are built.

mod schema;
pub mod screen;
pub mod served;
pub mod tmux;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use othello_test_support::built;
pub use othello_test_support::{PATIENCE, wait_for, wait_until};
use tempfile::TempDir;

/// Held by whoever starts browsers: several at once take longer to come up on two cores than the host waits for them.
pub fn alone_with_browsers() -> std::sync::MutexGuard<'static, ()> {
    static BROWSERS: std::sync::Mutex<()> = std::sync::Mutex::new(());
    BROWSERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The command lines, by words, of all processes that have this on theirs.
pub fn processes_with(text: &str) -> Vec<String> {
    let all = fs::read_dir("/proc").unwrap().flatten();
    let line = |entry: fs::DirEntry| fs::read(entry.path().join("cmdline")).ok();
    let words = |line: Vec<u8>| String::from_utf8_lossy(&line).replace('\0', " ");
    all.filter_map(line).map(words).filter(|line| line.contains(text)).collect()
}

/// The binary under test.
pub fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_othello-host"))
}

/// A user's world: folders of its own, and nothing from outside.
pub struct World {
    folder: TempDir,
}

/// What a run of the binary left.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl World {
    pub fn new() -> World {
        built();
        World { folder: TempDir::new().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and gives its path as an argument.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    /// The binary in this world.
    pub fn command(&self) -> Command {
        let mut command = Command::new(binary());
        for name in ["OTHELLO_PLUGINS", "OTHELLO_PASSWORD", "OTHELLO_API_KEY", "OTHELLO_HISTORY"] {
            command.env_remove(name);
        }
        for (name, folder) in [("HOME", ""), ("XDG_CACHE_HOME", "cache"), ("XDG_DATA_HOME", "data")]
        {
            command.env(name, self.path(folder));
        }
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    #[track_caller]
    pub fn run<T: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = T>) -> Ran {
        let args = words(args);
        held(&args, ran(self.command().args(&args).output().unwrap()))
    }

    /// Runs with these lines on standard input.
    #[track_caller]
    pub fn run_typing<T: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = T>,
        typed: &str,
    ) -> Ran {
        let mut command = self.command();
        let args = words(args);
        command.args(&args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The host may end before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        held(&args, ran(child.wait_with_output().unwrap()))
    }

    /// A player that speaks the messages, and answers each round so.
    pub fn program(&self, name: &str, answer: &str) -> String {
        let script = format!(
            "while read -r line; do case \"$line\" in\n\
             *describe*) echo '{{\"name\": \"{name}\"}}';;\n\
             *create*) echo '{{}}';;\n\
             *) {answer};;\n\
             esac; done\n"
        );
        let file = self.file(&format!("{name}.sh"), &script);
        format!("{name}=cypher:sh {file}")
    }
}

/// What a contest prints, without what is the machine's affair: how many games were under way at a verdict, and how many
/// it held up.
pub fn on_any_machine(out: &str) -> String {
    let is_its = |line: &&str| !line.contains("after the verdict") && !line.contains("held up by");
    out.lines().filter(is_its).map(|line| format!("{line}\n")).collect()
}

fn words<T: AsRef<OsStr>>(args: impl IntoIterator<Item = T>) -> Vec<OsString> {
    args.into_iter().map(|arg| arg.as_ref().to_owned()).collect()
}

/// What the command left, once its JSON is found to be as the schema has it.
#[track_caller]
fn held(args: &[OsString], ran: Ran) -> Ran {
    let args: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    schema::hold(&args, &ran.out);
    ran
}

fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Ran {
    /// What a command leaves.
    pub fn of(mut command: Command) -> Ran {
        ran(command.output().unwrap())
    }

    /// Checks the exit code, and shows everything if it is another one.
    #[track_caller]
    pub fn exits(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "out: {}\nerr: {}", self.out, self.err);
        self
    }

    /// Checks that standard error says something.
    #[track_caller]
    pub fn says(self, text: &str) -> Ran {
        assert!(self.err.contains(text), "no {text:?} in: {}", self.err);
        self
    }

    /// Checks standard output.
    #[track_caller]
    pub fn prints(self, text: &str) -> Ran {
        assert_eq!(self.out, text, "err: {}", self.err);
        self
    }
}
