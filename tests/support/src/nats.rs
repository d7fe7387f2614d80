//! Real NATS servers: Debian's, and the newest where there is Go to build it and all tests are asked for.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tempfile::TempDir;

use crate::{all_are_wanted, built, say_skipped, wait_for, wait_until};

/// How long one question may take that is asked again.
const SOON: Duration = Duration::from_secs(2);
/// Where Debian puts it, which need not be in a user's path.
const DEBIANS: &str = "/usr/sbin/nats-server";

/// A server with JetStream, which ends with this.
#[derive(Debug)]
pub struct NatsServer {
    program: PathBuf,
    args: Vec<String>,
    /// Its port.
    pub port: u16,
    folder: TempDir,
    running: Option<Child>,
}

/// The programs of all servers that there are. Where there is none, a line says so.
pub fn servers() -> &'static [PathBuf] {
    static SERVERS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    SERVERS.get_or_init(|| {
        let runs = |program: &Path| {
            let version = Command::new(program).arg("--version").stdout(Stdio::null()).status();
            version.is_ok_and(|status| status.success())
        };
        let installed = [PathBuf::from("nats-server"), PathBuf::from(DEBIANS)];
        let mut servers: Vec<PathBuf> = installed.into_iter().filter(|it| runs(it)).take(1).collect();
        if all_are_wanted("tests on the newest NATS server") {
            match newest() {
                Some(program) if runs(&program) => servers.push(program),
                _ => say_skipped("tests on the newest NATS server: no Go builds it here"),
            }
        }
        if servers.is_empty() {
            say_skipped("tests on a NATS server: there is no nats-server here (apt-get install nats-server)");
        }
        servers
    })
}

/// The newest server, built by Go.
fn newest() -> Option<PathBuf> {
    let folder = built().join("nats");
    let program = folder.join("nats-server");
    if !program.is_file() {
        let mut go = Command::new("go");
        go.args(["install", "github.com/nats-io/nats-server/v2@latest"]).env("GOBIN", &folder);
        let built = go.stdout(Stdio::null()).stderr(Stdio::null()).status();
        built.ok().filter(std::process::ExitStatus::success)?;
    }
    Some(program)
}

/// Ports that nobody listens on.
fn free_ports<const N: usize>() -> [u16; N] {
    let free = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port for a server"));
    free.map(|free| free.local_addr().expect("the server's address").port())
}

impl NatsServer {
    /// Starts a server with these arguments beside those for its port and its store.
    ///
    /// # Panics
    /// Where it does not come up.
    #[must_use]
    pub fn start(program: &Path, args: &[&str]) -> NatsServer {
        let [port] = free_ports();
        NatsServer::start_at(program, port, args)
    }

    fn start_at(program: &Path, port: u16, args: &[&str]) -> NatsServer {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        let folder = TempDir::new().expect("a folder for the server");
        let mut server =
            NatsServer { program: program.to_owned(), args, port, folder, running: None };
        server.start_again();
        server
    }

    /// Starts three servers with JetStream that are one cluster, under the names `n0` to `n2`.
    ///
    /// # Panics
    /// Where they don't come up, or don't find each other.
    #[must_use]
    pub fn start_cluster(program: &Path) -> [NatsServer; 3] {
        let (ports, routes): ([u16; 3], [u16; 3]) = {
            let [a, b, c, d, e, f] = free_ports();
            ([a, b, c], [d, e, f])
        };
        let address = |port: u16| format!("nats://127.0.0.1:{port}");
        let all = routes.map(address).join(",");
        let cluster = [0, 1, 2].map(|at| {
            let (name, own) = (format!("n{at}"), address(routes[at]));
            let words = ["-js", "-n", &name, "--cluster_name", "cluster", "--cluster", &own];
            NatsServer::start_at(program, ports[at], &[&words[..], &["--routes", &all]].concat())
        });
        for server in &cluster {
            wait_until("the servers are a cluster", || {
                server.asked("$JS.API.INFO", "").is_some_and(|said| said.contains("\"limits\""))
            });
        }
        cluster
    }

    /// Which server of its cluster leads this stream.
    #[must_use]
    pub fn leader_of(&self, stream: &str) -> Option<String> {
        let said = self.asked(&format!("$JS.API.STREAM.INFO.{stream}"), "")?;
        let leader = said.split("\"leader\":\"").nth(1)?.split('"').next()?;
        Some(leader.to_owned())
    }

    /// Whether both others of its cluster have all that is in its streams, and what is known of these consumers.
    #[must_use]
    pub fn is_copied(&self, consumers: &[String]) -> bool {
        let consumers = consumers.iter().map(|name| format!("$JS.API.CONSUMER.INFO.{name}"));
        let mut all = consumers.chain(["$JS.API.STREAM.LIST".to_owned()]);
        all.all(|subject| {
            let said = self.asked(&subject, "").unwrap_or_default();
            let groups = said.matches("\"replicas\":[").count();
            groups > 0 && said.matches("\"current\":true").count() == 2 * groups
        })
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The number of its process.
    ///
    /// # Panics
    /// Where it was killed.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.running.as_ref().expect("a running server").id()
    }

    /// What of contests is kept there: the names of their streams, and how many stored things there are.
    ///
    /// # Panics
    /// Where it does not answer.
    #[must_use]
    pub fn kept(&self) -> Vec<String> {
        let streams = self.answer("$JS.API.STREAM.NAMES", "");
        let of_contests = |name: &&str| {
            name.starts_with("othello-pairs-") || name.starts_with("othello-results-")
        };
        let mut kept: Vec<String> =
            streams.split('"').filter(of_contests).map(str::to_owned).collect();
        let stored = "{\"subjects_filter\": \"$O.othello-objects.C.>\"}";
        let stored = self.answer("$JS.API.STREAM.INFO.OBJ_othello-objects", stored);
        let objects = stored.split('"').filter(|name| name.starts_with("$O.othello-objects.C."));
        // The filter is told again with them.
        kept.extend(objects.filter(|name| !name.contains(['>', '\\'])).map(str::to_owned));
        kept
    }

    /// How many streams there are, whoever has made them.
    ///
    /// # Panics
    /// Where it does not answer.
    #[must_use]
    pub fn streams(&self) -> usize {
        let names = self.answer("$JS.API.STREAM.NAMES", "");
        let total = names.split("\"total\":").nth(1).and_then(|it| it.split([',', '}']).next());
        total.and_then(|total| total.parse().ok()).expect("how many there are")
    }

    /// Whether there is a stream of this name.
    ///
    /// # Panics
    /// Where it does not answer.
    #[must_use]
    pub fn has_stream(&self, name: &str) -> bool {
        self.answer("$JS.API.STREAM.NAMES", "").contains(&format!("\"{name}\""))
    }

    /// The subjects of all messages from now on that are sent under these, until it ends.
    ///
    /// # Panics
    /// Where it does not answer.
    #[must_use]
    pub fn overhear(&self, subjects: &str) -> Receiver<String> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server");
        let said = format!("CONNECT {{\"verbose\": false}}\r\nSUB {subjects} 1\r\nPING\r\n");
        (&stream).write_all(said.as_bytes()).expect("to ask the server");
        let mut heard = BufReader::new(stream);
        let mut next = move || {
            let mut line = Vec::new();
            heard.read_until(b'\n', &mut line).ok().filter(|&length| length > 0)?;
            Some(String::from_utf8_lossy(&line).into_owned())
        };
        while next().expect("an answer").trim() != "PONG" {}
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            while let Some(line) = next() {
                let subject = line.strip_prefix("MSG ").and_then(|rest| rest.split(' ').next());
                if subject.is_some_and(|subject| sender.send(subject.to_owned()).is_err()) {
                    return;
                }
            }
        });
        receiver
    }

    /// Asks JetStream something in its own words.
    fn answer(&self, subject: &str, question: &str) -> String {
        wait_for("an answer of the NATS server", || self.asked(subject, question))
    }

    /// The same, where an answer comes soon: a server that has just started may give none.
    fn asked(&self, subject: &str, question: &str) -> Option<String> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(SOON)).ok()?;
        let length = question.len();
        let said = format!(
            "CONNECT {{\"verbose\": false}}\r\nSUB answer 1\r\nPUB {subject} answer {length}\r\n{question}\r\n"
        );
        (&stream).write_all(said.as_bytes()).ok()?;
        let mut lines = BufReader::new(&stream).lines();
        let is_answer = |line: &String| line.starts_with("MSG answer ");
        lines.by_ref().map_while(Result::ok).find(is_answer)?;
        lines.next()?.ok()
    }

    /// Kills it, as a power cut does, but for what the system has not written to its disk.
    pub fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            let _ = running.kill();
            let _ = running.wait();
        }
    }

    /// Removes all that it has kept.
    pub fn lose_everything(&self) {
        let _ = std::fs::remove_dir_all(self.folder.path().join("jetstream"));
    }

    /// Starts it after it was killed.
    ///
    /// # Panics
    /// Where it does not come up.
    pub fn start_again(&mut self) {
        let mut command = Command::new(&self.program);
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string()]);
        command.arg("-sd").arg(self.folder.path()).args(&self.args);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.running = Some(command.spawn().expect("a NATS server"));
        wait_until("the NATS server is up", || {
            TcpStream::connect(("127.0.0.1", self.port)).is_ok()
        });
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}
