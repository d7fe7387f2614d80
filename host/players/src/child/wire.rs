//! The child's end of the conversation.

use crate::jail;
use crate::link::{Inbox, MOST_DESCRIPTORS};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};
use std::fs::File;
use std::io::{self, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

/// The child's end of the conversation: two pipes.
pub(super) struct Wire {
    from: File,
    to: File,
    inbox: Inbox,
    scratch: Box<[u8; 64 << 10]>,
}

impl Wire {
    /// Takes what the host sent through the standard input, which is then nobody's: the ends of
    /// the pipes, and a library's bytes. Every other descriptor is closed.
    pub(super) fn open() -> io::Result<(Wire, Option<OwnedFd>)> {
        let kept = jail::keep_only(receive_descriptors()?).map_err(io::Error::other)?;
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        let mut kept = kept.into_iter();
        let (Some(from), Some(to)) = (kept.next(), kept.next()) else {
            return Err(io::Error::other("the host sent no pipes"));
        };
        let wire = Wire {
            from: File::from(from),
            to: File::from(to),
            inbox: Inbox::default(),
            scratch: Box::new([0; 64 << 10]),
        };
        Ok((wire, kept.next()))
    }

    /// The next line, or nothing at the end of the conversation.
    pub(super) fn receive(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(line) = self.inbox.take_line() {
                return String::from_utf8(line).map(Some).map_err(io::Error::other);
            }
            match self.from.read(&mut self.scratch[..]) {
                Ok(0) => return Ok(None),
                Ok(count) => self.inbox.add(&self.scratch[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends text as it is; a line ends with its line end.
    pub(super) fn send(&mut self, text: &[u8]) -> io::Result<()> {
        self.to.write_all(text)
    }

    /// Copies of both ends, to read from and to write to.
    pub(super) fn ends(&self) -> io::Result<(File, File)> {
        Ok((self.from.try_clone()?, self.to.try_clone()?))
    }
}

/// The descriptors that the host sent through the socket that is our standard input.
fn receive_descriptors() -> io::Result<Vec<OwnedFd>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    #[cfg(target_os = "linux")]
    let flags = RecvFlags::CMSG_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let flags = RecvFlags::empty();
    rustix::net::recvmsg(std::io::stdin(), &mut [IoSliceMut::new(&mut byte)], &mut control, flags)?;
    let sent = control.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
        _ => None,
    });
    Ok(sent.flatten().collect())
}
