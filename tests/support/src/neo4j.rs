//! A real Neo4j for tests: one server for each test process, started from Neo4j's own jars by
//! `tests/neo4j/start`, or the one that `OTHELLO_TEST_NEO4J=uri,user,password,database` names. It ends with the
//! test process, however that ends. It takes minutes, so it is there for those who name a server or a version, or
//! who ask for all tests.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::effort::{all_are_wanted, say_skipped};

/// The names of an existing server, and the version to start otherwise.
const EXISTING: &str = "OTHELLO_TEST_NEO4J";
const VERSION: &str = "OTHELLO_TEST_NEO4J_VERSION";
/// `tests/neo4j/start` says by this code that the machine lacks what it needs.
const LACKING: i32 = 3;

/// A running server, for as long as this lives.
#[derive(Debug)]
pub struct Server {
    /// Where it listens.
    pub uri: String,
    /// Who may log in.
    pub user: String,
    /// With which password.
    pub password: String,
    /// Which database is meant for tests.
    pub database: String,
    child: Option<Child>,
    /// Whether its data are to outlive it.
    kept: bool,
}

/// How a server is to be started.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// On which port; any free one where it is zero.
    pub port: u16,
    /// A folder with `private.key` and `public.crt`: then it speaks TLS alone.
    pub tls: Option<PathBuf>,
    /// Where its data stay; they go away with it otherwise.
    pub data: Option<PathBuf>,
}

/// The process's one server, for one test at a time: there is but one database.
///
/// Gives `None` where it is not asked for, or where the machine has no JDK or no Maven, and says so once.
pub fn shared() -> Option<Lease> {
    if !is_wanted() {
        return None;
    }
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let server = SERVER.get_or_init(|| existing().or_else(|| start(&Options::default())));
    server.as_ref().map(|server| Lease { server, _turn: turn })
}

/// The process's server, nobody else's for the moment.
#[derive(Debug)]
pub struct Lease {
    server: &'static Server,
    _turn: MutexGuard<'static, ()>,
}

impl std::ops::Deref for Lease {
    type Target = Server;

    fn deref(&self) -> &Server {
        self.server
    }
}

/// Whether somebody asks for tests on a real server.
fn is_wanted() -> bool {
    if std::env::var(VERSION).is_ok_and(|version| version == "none") {
        say_skipped(&format!("tests on a real Neo4j: {VERSION}=none leaves them to another run"));
        return false;
    }
    let named = [EXISTING, VERSION].iter().any(|name| std::env::var_os(name).is_some());
    named || all_are_wanted("tests on a real Neo4j")
}

/// A server of one's own; `None` where it is not asked for, or where the machine lacks what it needs.
///
/// # Panics
/// If a server that should start does not.
pub fn start(options: &Options) -> Option<Server> {
    if !is_wanted() {
        return None;
    }
    let password = "correct-horse-battery";
    let mut command = Command::new(folder().join("start"));
    command.args(["--auth", password, "--port", &options.port.to_string()]);
    if let Ok(version) = std::env::var(VERSION) {
        command.args(["--version", &version]);
    }
    for (flag, value) in [("--tls", &options.tls), ("--data", &options.data)] {
        if let Some(value) = value {
            command.arg(flag).arg(value);
        }
    }
    let log = tempfile::tempfile().expect("a file for the server's log");
    let said = log.try_clone().expect("a second handle of the log");
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(said).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return skip(&format!("tests/neo4j/start cannot be run: {error}")),
    };
    let mut uri = String::new();
    let out = child.stdout.take().expect("the server's output");
    BufReader::new(out).read_line(&mut uri).expect("the server's first line");
    if uri.is_empty() {
        let status = child.wait().expect("the server's end");
        let said = last_lines(log);
        assert_eq!(status.code(), Some(LACKING), "Neo4j did not start:\n{said}");
        return skip(said.trim());
    }
    let named = |text: &str| text.to_owned();
    Some(Server {
        uri: uri.trim().to_owned(),
        user: named("neo4j"),
        password: named(password),
        database: named("neo4j"),
        child: Some(child),
        kept: options.data.is_some(),
    })
}

impl Server {
    /// The server's port.
    ///
    /// # Panics
    /// If its URI names none.
    #[must_use]
    pub fn port(&self) -> u16 {
        let port = self.uri.rsplit(':').next().and_then(|port| port.parse().ok());
        port.expect("a port in the server's URI")
    }

    /// Whether it is one that somebody lent us, with data that may be dear to them.
    #[must_use]
    pub fn is_lent(&self) -> bool {
        self.child.is_none()
    }

    /// What its threads that answer queries had of the machine so far; nothing is known of a server that was lent.
    #[must_use]
    pub fn worked(&self) -> Worked {
        let mut worked = Worked::default();
        let Some(child) = &self.child else { return worked };
        let Ok(threads) = fs::read_dir(format!("/proc/{}/task", child.id())) else { return worked };
        for thread in threads.flatten().map(|thread| thread.path()) {
            let name = fs::read_to_string(thread.join("comm")).unwrap_or_default();
            if !name.starts_with("neo4j.BoltWork") {
                continue;
            }
            let times = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
            let mut times = times.split_whitespace().map_while(|time| time.parse::<u64>().ok());
            worked.ran += times.next().unwrap_or_default();
            worked.waited += times.next().unwrap_or_default();
        }
        worked
    }
}

/// For how long threads had a core, and for how long they stood in line for one, in ns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worked {
    ran: u64,
    waited: u64,
}

impl Worked {
    /// The part of the time that the threads would have needed alone, of the time that they needed since then.
    #[must_use]
    pub fn share_since(self, before: Worked) -> f64 {
        let [ran, waited] =
            [self.ran.saturating_sub(before.ran), self.waited.saturating_sub(before.waited)];
        if ran == 0 { 1.0 } else { ran as f64 / (ran + waited) as f64 }
    }
}

impl Drop for Server {
    /// With kept data at once, as a machine that loses its power; else so that it takes its data along.
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let asked = !self.kept
                && Command::new("kill")
                    .arg(child.id().to_string())
                    .status()
                    .is_ok_and(|s| s.success());
            if !asked {
                let _ = child.kill();
            }
            let _ = child.wait();
        }
    }
}

/// A certificate authority and a server's certificate from it, for 127.0.0.1 and localhost; `None` where there
/// is no openssl.
///
/// # Panics
/// If openssl fails.
pub fn certificates(folder: &Path) -> Option<()> {
    let run = |arguments: &[&str]| {
        let mut command = Command::new("openssl");
        command.args(arguments).current_dir(folder).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null()).status()
    };
    if run(&["version"]).is_err() {
        return skip("no openssl to make certificates with");
    }
    let names = "subjectAltName=IP:127.0.0.1,DNS:localhost\nbasicConstraints=CA:FALSE\n";
    std::fs::write(folder.join("names"), names).expect("a file beside the certificates");
    let steps: [&[&str]; 3] = [
        &[
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=Test CA",
            "-keyout",
            "ca.key",
            "-out",
            "ca.crt",
        ],
        &[
            "req",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            "/CN=localhost",
            "-keyout",
            "private.key",
            "-out",
            "request",
        ],
        &[
            "x509",
            "-req",
            "-in",
            "request",
            "-CA",
            "ca.crt",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            "2",
            "-extfile",
            "names",
            "-out",
            "public.crt",
        ],
    ];
    for step in steps {
        assert!(run(step).expect("openssl").success(), "openssl {}", step.join(" "));
    }
    Some(())
}

fn existing() -> Option<Server> {
    let told = std::env::var(EXISTING).ok()?;
    let parts: Vec<_> = told.splitn(4, ',').map(str::to_owned).collect();
    let Ok([uri, user, password, database]) = <[String; 4]>::try_from(parts) else {
        panic!("{EXISTING} wants uri,user,password,database");
    };
    Some(Server { uri, user, password, database, child: None, kept: true })
}

fn skip<T>(why: &str) -> Option<T> {
    crate::say_skipped(&format!("tests on a real Neo4j: {why}"));
    None
}

fn last_lines(mut log: std::fs::File) -> String {
    use std::io::{Read, Seek};
    let mut text = String::new();
    let _ = log.rewind();
    let _ = log.read_to_string(&mut text);
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../neo4j")
}
