//! A way to a server on which something goes wrong once: it is cut, garbled or goes silent.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The connection is cut, and what was to pass does not arrive.
    CutBefore,
    /// What was to pass arrives, and the connection is cut.
    CutAfter,
    /// What was to pass arrives as something else.
    Garble,
    /// Nothing passes any more on this connection, which stays open.
    Silence,
    /// Nothing passes for so long on any connection.
    Pause(Duration),
    /// Wherever the first is said the second arrives, which is as long.
    Swap(&'static [u8], &'static [u8]),
    /// So many bytes pass a second, each way of each connection, from the beginning.
    Slow(u32),
}

/// A port of this process that leads to a server.
#[derive(Debug)]
pub struct Proxy {
    /// The port.
    pub port: u16,
    way: Arc<Way>,
}

/// What all connections share.
#[derive(Debug)]
struct Way {
    trouble: Trouble,
    at: AtomicUsize,
    passed: AtomicUsize,
    paused: Mutex<Option<Instant>>,
}

impl Proxy {
    /// Leads to `port`; the piece with the number `at`, counted over all connections both ways, meets trouble.
    ///
    /// # Panics
    /// If no port can be opened.
    #[must_use]
    pub fn start(port: u16, trouble: Trouble, at: usize) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port for the proxy");
        let own = listener.local_addr().expect("the proxy's address").port();
        let (passed, paused) = Default::default();
        let way = Arc::new(Way { trouble, at: AtomicUsize::new(at), passed, paused });
        let shared = Arc::clone(&way);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) else { continue };
                    let way = Arc::clone(&shared);
                    std::thread::spawn(move || way.carry(from, to));
                }
            }
        });
        Proxy { port: own, way }
    }

    /// The next piece meets the trouble.
    pub fn trouble_next(&self) {
        self.trouble_after(0);
    }

    /// The piece behind so many more meets the trouble.
    pub fn trouble_after(&self, pieces: usize) {
        self.way.at.store(self.passed() + pieces, Ordering::SeqCst);
    }

    /// How many pieces have passed.
    #[must_use]
    pub fn passed(&self) -> usize {
        self.way.passed.load(Ordering::SeqCst)
    }
}

impl Way {
    fn carry(&self, mut from: TcpStream, mut to: TcpStream) {
        let mut buffer = vec![0; 64 << 10];
        let mut is_silent = false;
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            let meets =
                self.passed.fetch_add(1, Ordering::SeqCst) == self.at.load(Ordering::SeqCst);
            match self.trouble {
                Trouble::CutBefore if meets => break,
                Trouble::Garble if meets => {
                    buffer[..read].iter_mut().for_each(|byte| *byte ^= 0x55);
                }
                Trouble::Silence if meets => is_silent = true,
                Trouble::Pause(time) if meets => *self.paused() = Some(Instant::now() + time),
                Trouble::Swap(said, heard) => swap(&mut buffer[..read], said, heard),
                Trouble::Slow(rate) => {
                    std::thread::sleep(Duration::from_secs_f64(read as f64 / f64::from(rate)));
                }
                _ => {}
            }
            self.wait();
            if is_silent {
                continue;
            }
            let passed = to.write_all(&buffer[..read]).is_ok();
            if !passed || (meets && self.trouble == Trouble::CutAfter) {
                break;
            }
        }
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }

    fn paused(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.paused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self) {
        let until = *self.paused();
        if let Some(until) = until {
            std::thread::sleep(until.saturating_duration_since(Instant::now()));
        }
    }
}

/// Puts words in the place of others that are as long.
fn swap(piece: &mut [u8], said: &[u8], heard: &[u8]) {
    for at in 0..(piece.len() + 1).saturating_sub(said.len()) {
        let word = &mut piece[at..at + said.len()];
        if word == said {
            word.copy_from_slice(heard);
        }
    }
}
