//! The host's ends of a child's pipes. Windows has no waiting for several of them with a deadline, so that each has a
//! thread that reads or writes it, and the host waits for what the threads do. One that is blocked goes on when the
//! child is killed.

use crate::process::readiness::{Hears, Readiness, Ready};
use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How much of what came is kept until somebody takes it; then the child has to wait.
const MOST: usize = 64 << 10;

/// How much is read at once.
const PART: usize = 16 << 10;

/// The host's ends of a child's pipes.
pub(super) struct Pipes(Arc<Shared>);

#[derive(Default)]
struct Shared {
    buffers: Mutex<Buffers>,
    changed: Condvar,
}

#[derive(Default)]
struct Buffers {
    /// What the child says.
    from: Inflow,
    /// What it writes elsewhere.
    written: Inflow,
    to: Outflow,
    /// Whether the host takes nothing any more.
    dropped: bool,
}

/// What came and was not taken yet.
#[derive(Default)]
struct Inflow {
    bytes: Vec<u8>,
    ended: bool,
}

/// What is to be sent.
#[derive(Default)]
struct Outflow {
    bytes: Vec<u8>,
    /// Whether the thread is writing some.
    busy: bool,
    /// Whether nothing can be sent any more.
    ended: bool,
}

/// Which of two pipes a thread reads.
#[derive(Clone, Copy)]
enum Which {
    From,
    Written,
}

impl Buffers {
    fn inflow(&mut self, which: Which) -> &mut Inflow {
        match which {
            Which::From => &mut self.from,
            Which::Written => &mut self.written,
        }
    }
}

impl Pipes {
    /// Has threads look after these pipes.
    pub fn new(to: PipeWriter, from: PipeReader, written: PipeReader) -> io::Result<Pipes> {
        let shared = Arc::<Shared>::default();
        let begin = |work: Box<dyn FnOnce(&Shared) + Send>| {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name("pipe".into()).spawn(move || work(&shared)).map(drop)
        };
        begin(Box::new(move |shared| shared.fill(Which::From, from)))?;
        begin(Box::new(move |shared| shared.fill(Which::Written, written)))?;
        begin(Box::new(move |shared| shared.drain(to)))?;
        Ok(Pipes(shared))
    }

    /// Takes what the child has said; nothing once it has ended.
    pub fn read(&self, into: &mut [u8]) -> io::Result<usize> {
        self.0.take(Which::From, into)
    }

    /// Takes what the child has written elsewhere; nothing once it has ended.
    pub fn read_output(&self, into: &mut [u8]) -> io::Result<usize> {
        self.0.take(Which::Written, into)
    }

    /// The next line that the child says, without its end.
    pub fn line(&self, deadline: Instant) -> Option<Vec<u8>> {
        let mut buffers = self.0.lock();
        loop {
            if let Some(at) = memchr::memchr(b'\n', &buffers.from.bytes) {
                let rest = buffers.from.bytes.split_off(at + 1);
                let mut line = std::mem::replace(&mut buffers.from.bytes, rest);
                line.pop();
                self.0.changed.notify_all();
                return Some(line);
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            if buffers.from.ended || buffers.from.bytes.len() >= MOST {
                return None;
            }
            buffers = self.0.wait(buffers, Some(left));
        }
    }

    /// Has this be written, as soon as all that was to be written before is.
    pub fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut buffers = self.0.lock();
        match &buffers.to {
            to if to.ended => Err(ErrorKind::BrokenPipe.into()),
            to if to.busy || !to.bytes.is_empty() => Err(ErrorKind::WouldBlock.into()),
            _ => {
                let count = bytes.len().min(MOST);
                buffers.to.bytes.extend_from_slice(&bytes[..count]);
                self.0.changed.notify_all();
                Ok(count)
            }
        }
    }

    /// Waits until the conversation can go on, or something was written elsewhere.
    pub fn wait_for(&self, readiness: Readiness, left: Option<Duration>, hears: Hears) -> Ready {
        let deadline = left.and_then(|left| Instant::now().checked_add(left));
        let mut buffers = self.0.lock();
        loop {
            let conversation = match readiness {
                Readiness::Readable => !buffers.from.bytes.is_empty() || buffers.from.ended,
                Readiness::Writable => {
                    buffers.to.ended || !buffers.to.busy && buffers.to.bytes.is_empty()
                }
            };
            let output = hears == Hears::All && !buffers.written.bytes.is_empty();
            let ready = Ready { conversation, output };
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if ready.conversation || ready.output || left.is_some_and(|left| left.is_zero()) {
                return ready;
            }
            buffers = self.0.wait(buffers, left);
        }
    }

    /// Closes the child's input once all was written.
    pub fn hang_up(&self) {
        self.0.lock().to.ended = true;
        self.0.changed.notify_all();
    }

    /// Waits until all that the child has written elsewhere came, as far as there is room for it: it has ended.
    pub fn await_output(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        let mut buffers = self.0.lock();
        while !buffers.written.ended && buffers.written.bytes.len() < MOST {
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { return };
            buffers = self.0.wait(buffers, Some(left));
        }
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        let mut buffers = self.0.lock();
        buffers.dropped = true;
        buffers.to.ended = true;
        self.0.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Buffers> {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(
        &self,
        buffers: MutexGuard<'a, Buffers>,
        left: Option<Duration>,
    ) -> MutexGuard<'a, Buffers> {
        match left {
            None => self.changed.wait(buffers).unwrap_or_else(PoisonError::into_inner),
            Some(left) => {
                let waited = self.changed.wait_timeout(buffers, left);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        }
    }

    /// Reads a pipe to its end.
    fn fill(&self, which: Which, mut pipe: PipeReader) {
        let mut part = vec![0; PART];
        loop {
            let count = match pipe.read(&mut part) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => break,
                Ok(count) => count,
            };
            let mut buffers = self.lock();
            while buffers.inflow(which).bytes.len() >= MOST && !buffers.dropped {
                buffers = self.wait(buffers, None);
            }
            if buffers.dropped {
                break;
            }
            buffers.inflow(which).bytes.extend_from_slice(&part[..count]);
            self.changed.notify_all();
        }
        self.lock().inflow(which).ended = true;
        self.changed.notify_all();
    }

    fn take(&self, which: Which, into: &mut [u8]) -> io::Result<usize> {
        let mut buffers = self.lock();
        let inflow = buffers.inflow(which);
        if inflow.bytes.is_empty() {
            return if inflow.ended { Ok(0) } else { Err(ErrorKind::WouldBlock.into()) };
        }
        let count = inflow.bytes.len().min(into.len());
        into[..count].copy_from_slice(&inflow.bytes[..count]);
        inflow.bytes.drain(..count);
        self.changed.notify_all();
        Ok(count)
    }

    /// Writes a pipe until nothing more will be sent.
    fn drain(&self, mut pipe: PipeWriter) {
        loop {
            let mut buffers = self.lock();
            while buffers.to.bytes.is_empty() && !buffers.to.ended {
                buffers = self.wait(buffers, None);
            }
            if buffers.to.bytes.is_empty() {
                return;
            }
            let bytes = std::mem::take(&mut buffers.to.bytes);
            buffers.to.busy = true;
            drop(buffers);
            let written = pipe.write_all(&bytes);
            let mut buffers = self.lock();
            buffers.to.busy = false;
            buffers.to.ended |= written.is_err();
            drop(buffers);
            self.changed.notify_all();
        }
    }
}
