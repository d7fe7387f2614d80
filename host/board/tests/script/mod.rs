//! A server that speaks Bolt by a script: what it answers, and when it hangs up, is the test's to say.

#![allow(dead_code, reason = "each test has a script of its own, and none does everything")]

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};

use othello_board::neo4j::{Target, Uri};
use othello_board::{Fault, Neo4j, Secret};

/// A value as it stands on the wire.
pub type Bytes = Vec<u8>;

/// What a query gives: its columns, and its records.
pub type Table = (Vec<&'static str>, Vec<Vec<Bytes>>);

/// What is done on a request.
pub enum Reply {
    /// All of it comes.
    Table(Table),
    /// The first record comes, and the same again whenever more is asked for.
    Open(Table),
    /// A failure of this code.
    Failure(&'static str),
    /// A record of which a piece comes with each signal, and whose end comes when there are no more signals.
    Piecemeal(Receiver<()>),
    /// Bytes of an answer come for as long as somebody takes them, and are counted.
    Flood(Arc<AtomicUsize>),
    /// The connection is closed.
    Close,
}

/// A request, as it stands on the wire.
pub struct Request<'a>(&'a [u8]);

impl Request<'_> {
    /// Whether a query has this in its text or its parameters.
    pub fn has(&self, part: &str) -> bool {
        self.0.windows(part.len()).any(|bytes| bytes == part.as_bytes())
    }

    /// The text of 16 letters that a query's metadata have under this key.
    pub fn mark(&self, key: &str) -> Option<Bytes> {
        let head = [key.as_bytes(), b"\xd0\x10"].concat();
        let at = self.0.windows(head.len()).position(|bytes| bytes == head)? + head.len();
        Some(self.0[at..at + 16].to_vec())
    }

    /// Whether somebody logs in.
    pub fn is_hello(&self) -> bool {
        self.0[1] == 0x01
    }

    /// Whether a query may write; the driver says so of each.
    pub fn writes(&self) -> bool {
        self.0.windows(7).any(|bytes| bytes == b"\x84mode\x81w")
    }
}

/// What a server does on somebody's first words, and on each query.
pub trait Script: Send + Sync + 'static {
    /// What a query gives, or whether somebody is let in, which any table says.
    fn answer(&self, request: &Request<'_>) -> Reply;
}

/// A server.
pub struct Server {
    pub port: u16,
    connections: Arc<Mutex<Vec<TcpStream>>>,
}

impl Server {
    /// Begins to listen.
    pub fn start(script: Arc<impl Script>) -> Server {
        Server::at(TcpListener::bind("127.0.0.1:0").unwrap(), script)
    }

    /// Listens here.
    pub fn at(listener: TcpListener, script: Arc<impl Script>) -> Server {
        let port = listener.local_addr().unwrap().port();
        let connections: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
        let all = Arc::clone(&connections);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                stream.set_nodelay(true).unwrap();
                all.lock().unwrap().push(stream.try_clone().unwrap());
                let script = Arc::clone(&script);
                std::thread::spawn(move || Connection { stream, script: &*script }.serve());
            }
        });
        Server { port, connections }
    }

    /// Closes all connections, as a server does that is started again.
    pub fn hang_up(&self) {
        for stream in self.connections.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// A session on it.
    pub fn open(&self, scheme: &str) -> Result<Neo4j, Fault> {
        Neo4j::open(Target {
            uri: Uri::parse(&format!("{scheme}://127.0.0.1:{}", self.port)).unwrap(),
            user: "neo4j".to_owned(),
            password: Secret::new("secret"),
            database: None,
            ca: None,
        })
    }
}

struct Connection<'s, S> {
    stream: TcpStream,
    script: &'s S,
}

impl<S: Script> Connection<'_, S> {
    fn serve(mut self) -> Option<()> {
        let mut offer = [0; 20];
        self.stream.read_exact(&mut offer).ok()?;
        self.stream.write_all(&[0, 0, 4, 4]).ok()?;
        let mut records = Vec::new();
        let mut is_open = false;
        let mut has_failed = false;
        loop {
            let request = self.request()?;
            match request[1] {
                0x0f => (has_failed, is_open) = (false, false),
                _ if has_failed => {
                    self.say(&[0xb0, 0x7e])?;
                    continue;
                }
                0x01 | 0x10 => {
                    let request = Request(&request);
                    let reply = self.script.answer(&request);
                    is_open = matches!(reply, Reply::Open(_));
                    match reply {
                        Reply::Table(_) if request.is_hello() => {}
                        Reply::Table((fields, found)) | Reply::Open((fields, found)) => {
                            self.say_fields(&fields)?;
                            records = found;
                            continue;
                        }
                        Reply::Failure(code) => {
                            self.say_failure(code)?;
                            has_failed = true;
                            continue;
                        }
                        Reply::Piecemeal(signals) => {
                            self.say_fields(&["x"])?;
                            self.request()?;
                            self.say_in_pieces(&signals)?;
                        }
                        Reply::Flood(sent) => self.flood(&sent)?,
                        Reply::Close => {
                            let _ = self.stream.shutdown(Shutdown::Both);
                            return None;
                        }
                    }
                }
                0x3f if is_open => {
                    for record in &records {
                        self.say(&[&[0xb1, 0x71][..], &list(record.clone())].concat())?;
                    }
                    self.say(&[&[0xb1, 0x70, 0xa1][..], &text("has_more"), &[0xc3]].concat())?;
                    continue;
                }
                0x3f => {
                    for record in std::mem::take(&mut records) {
                        self.say(&[&[0xb1, 0x71][..], &list(record)].concat())?;
                    }
                }
                _ => {}
            }
            self.say(&[0xb1, 0x70, 0xa0])?;
        }
    }

    fn request(&mut self) -> Option<Bytes> {
        let mut request = Vec::new();
        loop {
            let mut size = [0; 2];
            self.stream.read_exact(&mut size).ok()?;
            let size = usize::from(u16::from_be_bytes(size));
            if size == 0 {
                return Some(request);
            }
            let start = request.len();
            request.resize(start + size, 0);
            self.stream.read_exact(&mut request[start..]).ok()?;
        }
    }

    fn say_fields(&mut self, fields: &[&str]) -> Option<()> {
        let fields = fields.iter().map(|field| text(field)).collect();
        self.say(&[&[0xb1, 0x70, 0xa1][..], &text("fields"), &list(fields)].concat())
    }

    fn say_failure(&mut self, code: &str) -> Option<()> {
        let fields = [text("code"), text(code), text("message"), text("by the script")].concat();
        self.say(&[&[0xb1, 0x7f, 0xa2][..], &fields].concat())
    }

    /// A record of one text, of which 64 bytes come at a time.
    fn say_in_pieces(&mut self, signals: &Receiver<()>) -> Option<()> {
        let pieces: Vec<()> = std::iter::repeat_n((), 16).collect();
        let length = u16::try_from(pieces.len() * 64).unwrap().to_be_bytes();
        let head = [&[0xb1, 0x71, 0x91, 0xd1][..], &length].concat();
        self.stream.write_all(&chunk(&head)).ok()?;
        for () in pieces {
            // Where nobody signals any more, the rest comes at once.
            let _ = signals.recv();
            self.stream.write_all(&chunk(&[b'x'; 64])).ok()?;
        }
        self.stream.write_all(&[0, 0]).ok()
    }

    fn flood(&mut self, sent: &AtomicUsize) -> Option<()> {
        let piece = chunk(&[0xc0; 16 << 10]);
        loop {
            self.stream.write_all(&piece).ok()?;
            sent.fetch_add(piece.len(), Ordering::Relaxed);
        }
    }

    fn say(&mut self, body: &[u8]) -> Option<()> {
        self.stream.write_all(&[chunk(body), vec![0, 0]].concat()).ok()
    }
}

fn chunk(body: &[u8]) -> Bytes {
    let size = u16::try_from(body.len()).unwrap().to_be_bytes();
    [&size[..], body].concat()
}

pub fn text(text: &str) -> Bytes {
    let size = u8::try_from(text.len()).unwrap();
    let head = if size < 16 { vec![0x80 | size] } else { vec![0xd0, size] };
    [head, text.as_bytes().to_vec()].concat()
}

pub fn list(items: Vec<Bytes>) -> Bytes {
    [vec![0x90 | u8::try_from(items.len()).unwrap()], items.concat()].concat()
}

/// One record of one small number.
pub fn one(column: &'static str) -> Table {
    (vec![column], vec![vec![vec![1]]])
}
