//! A connection whose other side has to read: who leaves what was sent unread for too long is let go. And one of which no
//! more is read than its page has to say, once it is open for good: bytes that make no message cost as much as others.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// So much is read at once of a connection that stays open, and so much a second from then on: more than all messages
/// that a page may send.
const READ_AT_ONCE: f64 = 128.0 * 1024.0;
const READ_A_SECOND: f64 = 96.0 * 1024.0;
/// How long reading rests where too much came.
const REST: Duration = Duration::from_millis(100);

/// Has a connection stay open, from which on no more is read of it than a page has to say.
#[derive(Clone, Debug, Default)]
pub(crate) struct StaysOpen(Arc<AtomicBool>);

impl StaysOpen {
    /// From now on.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What may be read of a connection that stays open.
struct Reading {
    stays_open: StaysOpen,
    left: f64,
    at: Instant,
    /// Runs while nothing may be read.
    rest: Option<Pin<Box<Sleep>>>,
}

impl Reading {
    fn of(stays_open: StaysOpen) -> Reading {
        Reading { stays_open, left: READ_AT_ONCE, at: Instant::now(), rest: None }
    }

    /// Waits until something may be read.
    fn poll_may(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some(rest) = &mut self.rest {
                ready!(rest.as_mut().poll(cx));
                self.rest = None;
            }
            let now = Instant::now();
            let refilled = self.left + now.duration_since(self.at).as_secs_f64() * READ_A_SECOND;
            (self.left, self.at) = (refilled.min(READ_AT_ONCE), now);
            if self.left > 0.0 || !self.stays_open.0.load(Ordering::Relaxed) {
                return Poll::Ready(());
            }
            self.rest = Some(Box::pin(sleep(REST)));
        }
    }

    fn has_read(&mut self, bytes: usize) {
        if self.stays_open.0.load(Ordering::Relaxed) {
            self.left -= bytes as f64;
        }
    }
}

/// A connection whose other side has to read, and is read from within bounds.
pub(crate) struct BoundedStream {
    stream: TcpStream,
    reading: Reading,
    timeout: Duration,
    /// Runs while there is something that can't be sent.
    waiting: Option<Pin<Box<Sleep>>>,
    /// What was sent since it began to run.
    sent: usize,
}

/// So much has to be read in the time at the least: a byte now and then keeps no answer waiting.
const LEAST_READ: usize = 16 << 10;

impl BoundedStream {
    /// Waits so long for the other side to read something; whoever has the connection stay open says it there.
    pub fn new(stream: TcpStream, timeout: Duration, stays_open: StaysOpen) -> BoundedStream {
        let reading = Reading::of(stays_open);
        BoundedStream { stream, reading, timeout, waiting: None, sent: 0 }
    }

    fn in_time(
        &mut self,
        cx: &mut Context<'_>,
        send: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(sent) = send(Pin::new(&mut self.stream), cx) {
            self.sent += sent.as_ref().copied().unwrap_or_default();
            if self.sent >= LEAST_READ {
                self.all_is_read();
            }
            return Poll::Ready(sent);
        }
        if self.waiting.is_none() {
            self.sent = 0;
        }
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(self.timeout)));
        ready!(waiting.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl BoundedStream {
    fn all_is_read(&mut self) {
        self.waiting = None;
        self.sent = 0;
    }
}

impl AsyncRead for BoundedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(self.reading.poll_may(cx));
        let before = into.filled().len();
        let read = ready!(Pin::new(&mut self.stream).poll_read(cx, into));
        self.reading.has_read(into.filled().len() - before);
        Poll::Ready(read)
    }
}

impl AsyncWrite for BoundedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.in_time(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.in_time(cx, |stream, cx| stream.poll_write_vectored(cx, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Whoever sends has nothing left to send.
        self.all_is_read();
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// How much of what somebody floods a connection with is read before the first rest.
    async fn read_at_once(stays_open: bool) -> usize {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let flood = tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            while stream.write_all(&[0; 1 << 14]).await.is_ok() {}
        });
        let (stream, _) = listener.accept().await.unwrap();
        let switch = StaysOpen::default();
        if stays_open {
            switch.begin();
        }
        let mut stream = BoundedStream::new(stream, Duration::from_secs(60), switch);
        let (mut read, mut buffer) = (0, vec![0; 4096]);
        while stream.reading.rest.is_none() && read < 8 << 20 {
            let reading = stream.read(&mut buffer);
            read += tokio::time::timeout(REST / 2, reading).await.map_or(0, Result::unwrap);
        }
        flood.abort();
        read
    }

    #[tokio::test]
    async fn of_a_connection_that_stays_open_no_more_is_read_than_a_page_says_and_of_others_all() {
        let most = READ_AT_ONCE as usize;
        let read = read_at_once(true).await;
        assert!(read >= most && read < 7 << 20, "{read}");
        assert!(read_at_once(false).await >= 8 << 20);
    }
}
