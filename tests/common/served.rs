//! The real server in a world of its own, and the visitors that the tests send there: plain requests and
//! connections to a game.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use super::{PATIENCE, World, wait_for};

/// A server that runs, until this is dropped.
pub struct Served<'w> {
    /// Which must outlive it.
    _world: &'w World,
    pub address: SocketAddr,
    /// What it printed as its address.
    pub printed: String,
    child: Child,
}

impl<'w> Served<'w> {
    /// Starts the server on any free port.
    pub fn start(world: &'w World, args: &[&str]) -> Served<'w> {
        Served::start_at(world, "127.0.0.1:0", args)
    }

    /// Starts the server there.
    pub fn start_at(world: &'w World, address: &str, args: &[&str]) -> Served<'w> {
        let mut command = world.command();
        command.args(["serve", "--addr", address]).args(args).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut printed = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut printed).unwrap();
        let printed = printed.trim().to_owned();
        let start = printed.trim_start_matches("http://");
        let address = start.split('/').next().unwrap().parse();
        let address = address.unwrap_or_else(|_| panic!("no address in {printed:?}"));
        Served { _world: world, address, printed, child }
    }

    /// Starts a ladder on any free port; gives all that it prints for whoever started it.
    pub fn ladder(world: &'w World, args: &[&str]) -> (Served<'w>, String) {
        let mut command = world.command();
        let started = ["ladder", "--addr", "127.0.0.1:0", "--file", "ladder.db"];
        let mut child = command.args(started).args(args).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut introduction = String::new();
        while !introduction.contains("  file:") {
            introduction += &format!("{}\n", lines.next().expect("it says where it is").unwrap());
        }
        let printed = introduction.split_whitespace().find(|word| word.starts_with("http://"));
        let printed = printed.unwrap().to_owned();
        let address = printed.trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
        (Served { _world: world, address, printed, child }, introduction)
    }

    /// Ends the server without any warning.
    pub fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The server's process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the server as Ctrl-C does, and gives its exit code.
    pub fn interrupt(&mut self) -> Option<i32> {
        let told =
            std::process::Command::new("kill").args(["-INT", &self.id().to_string()]).status();
        assert!(told.unwrap().success());
        wait_for("the server ends", || self.child.try_wait().unwrap()).code()
    }

    /// Asks with these headers, and gives all of the answer.
    pub fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl AsRef<[u8]>,
    ) -> Answer {
        self.ask_over(self.connection(), method, path, headers, body)
    }

    /// Asks over this connection.
    pub fn ask_over(
        &self,
        mut stream: TcpStream,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl AsRef<[u8]>,
    ) -> Answer {
        let (host, body) = (self.address.to_string(), body.as_ref());
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {host}\r\n");
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("Content-Length: {}\r\n\r\n", body.len());
        // A server that refuses early may close before it has read all.
        let _ = stream.write_all(&[head.as_bytes(), body].concat());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Answer::of(&String::from_utf8_lossy(&answer))
    }

    pub fn connection(&self) -> TcpStream {
        connection(self.address)
    }

    /// A connection from another address of this machine.
    #[cfg(target_os = "linux")]
    pub fn connection_from(&self, source: [u8; 4]) -> TcpStream {
        let stream = othello_test_support::connect_from(source.into(), self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[("Content-Type", "application/json")], body.to_string())
    }

    /// Makes a game of two players, which waits for steps, and gives its links.
    pub fn game_of_players(&self) -> Value {
        self.game(&json!({ "black": { "spec": "Simple" }, "white": { "spec": "Random" } }))
    }

    /// Makes a game and gives its addresses.
    pub fn game(&self, wanted: &Value) -> Value {
        let made = self.post("/api/games", wanted);
        assert_eq!(made.status, 201, "{}", made.body);
        made.json()
    }

    /// Comes to a game by one of its addresses.
    pub fn visit(&self, address: &Value) -> Visitor {
        Visitor::come(self.address, address.as_str().unwrap())
    }
}

impl Drop for Served<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

fn connection(server: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(server).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    fn of(text: &str) -> Answer {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .into_iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

/// Somebody in a game, who knows its state as a page does: from what was told alone.
pub struct Visitor {
    pub socket: WebSocket<TcpStream>,
    pub state: Value,
    /// The kinds of changes in the order in which they came.
    pub heard: Vec<String>,
    key: Value,
    /// Whether everything is asked for anew.
    asks: bool,
}

impl Visitor {
    /// Connects, and says nothing yet.
    pub fn connect(server: SocketAddr, id: &str) -> Visitor {
        let address = format!("ws://{server}/api/games/{id}/socket");
        let (socket, _) = tungstenite::client(address, connection(server)).unwrap();
        Visitor { socket, state: Value::Null, heard: Vec::new(), key: Value::Null, asks: false }
    }

    /// Comes to a game by the path of one of its addresses.
    pub fn come(server: SocketAddr, path: &str) -> Visitor {
        let mut parts = path.trim_start_matches("/game/").split('/');
        let (id, key) = (parts.next().unwrap(), parts.next());
        let mut visitor = Visitor::connect(server, id);
        visitor.key = json!(key);
        visitor.say(&json!({ "type": "hello", "key": key }));
        let state = visitor.next();
        assert_eq!(state["type"], "state", "{state}");
        visitor.state = state;
        visitor
    }

    pub fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// What comes next, be the wait for it interrupted by a signal, as one can be that has a limit.
    fn read(&mut self) -> Result<Message, tungstenite::Error> {
        loop {
            match self.socket.read() {
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }

    /// The next message that says more than that the server is there.
    #[track_caller]
    pub fn next(&mut self) -> Value {
        loop {
            match self.read().unwrap() {
                Message::Text(text) if text.as_str() == r#"{"type":"alive"}"# => {}
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// With which code the server closes; none where the connection is gone before that can be read.
    pub fn closed_somehow(&mut self) -> Option<u16> {
        loop {
            match self.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    panic!("not closed");
                }
                Err(_) => return None,
            }
        }
    }

    /// With which code the server closes, whatever it says before.
    pub fn closed(&mut self) -> u16 {
        loop {
            match self.read() {
                Ok(Message::Close(Some(frame))) => return frame.code.into(),
                Ok(_) => {}
                Err(error) => panic!("no close: {error}"),
            }
        }
    }

    /// Hears changes until the state is so.
    #[track_caller]
    pub fn until(&mut self, wanted: impl Fn(&Value) -> bool) {
        let begun = Instant::now();
        while !wanted(&self.state) {
            assert!(begun.elapsed() < PATIENCE, "it never came to that: {:#}", self.state);
            let message = self.next();
            self.apply(&message);
        }
    }

    /// Hears until somebody is refused something, and gives why.
    #[track_caller]
    pub fn refused(&mut self) -> String {
        loop {
            let message = self.next();
            if message["type"] == "refused" {
                return message["message"].as_str().unwrap().to_owned();
            }
            self.apply(&message);
        }
    }

    #[track_caller]
    fn apply(&mut self, message: &Value) {
        if message["type"] == "state" {
            self.state = message.clone();
            self.asks = false;
            return;
        }
        assert_eq!(message["type"], "change", "{message}");
        let (version, known) = (&message["version"], self.state["version"].as_u64().unwrap());
        if self.asks || version.as_u64().unwrap() <= known {
            return;
        }
        self.heard.push(message["what"].as_str().unwrap().to_owned());
        if *version != known + 1 {
            self.asks = true;
            self.say(&json!({ "type": "hello", "key": self.key }));
            return;
        }
        self.state["version"] = version.clone();
        let entries = |part: &str| message[part].as_object().cloned().unwrap_or_default();
        for (list, length) in entries("cut") {
            let length = usize::try_from(length.as_u64().unwrap()).unwrap();
            self.state[&list].as_array_mut().unwrap().truncate(length);
        }
        for (list, more) in entries("push") {
            let more = more.as_array().unwrap().clone();
            self.state[&list].as_array_mut().unwrap().extend(more);
        }
        for (key, value) in entries("set") {
            self.state[&key] = value;
        }
    }

    pub fn plies(&self) -> usize {
        self.state["plies"].as_array().unwrap().len()
    }

    /// Waits for this number of plies.
    #[track_caller]
    pub fn at(&mut self, plies: usize) {
        self.until(|state| state["plies"].as_array().unwrap().len() == plies);
    }

    /// Waits until it is this side's turn, and its clock runs: then a disc may be put down.
    #[track_caller]
    pub fn turn_of(&mut self, colour: &str) {
        self.until(|state| state["clocks"]["running"] == colour || !state["end"].is_null());
    }

    pub fn play(&mut self, square: &str) {
        let ply = self.plies();
        self.say(&json!({ "type": "play", "ply": ply, "square": square }));
    }

    /// Puts a disc on the first legal square.
    pub fn play_any(&mut self) {
        let square = self.state["position"]["legal"][0].as_str().unwrap().to_owned();
        self.play(&square);
    }
}
