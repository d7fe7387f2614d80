//! A connection whose other side has to read: who leaves what was sent unread for too long is let go.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A connection whose other side has to read.
pub(crate) struct WriteTimeout {
    stream: TcpStream,
    timeout: Duration,
    /// Runs while there is something that can't be sent.
    waiting: Option<Pin<Box<Sleep>>>,
    /// What was sent since it began to run.
    sent: usize,
}

/// So much has to be read in the time at the least: a byte now and then keeps no answer waiting.
const LEAST_READ: usize = 16 << 10;

impl WriteTimeout {
    /// Waits so long for the other side to read something.
    pub fn new(stream: TcpStream, timeout: Duration) -> WriteTimeout {
        WriteTimeout { stream, timeout, waiting: None, sent: 0 }
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

impl WriteTimeout {
    fn all_is_read(&mut self) {
        self.waiting = None;
        self.sent = 0;
    }
}

impl AsyncRead for WriteTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for WriteTimeout {
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
