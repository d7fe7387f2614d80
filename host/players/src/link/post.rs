//! Messages over a socket, with descriptors.

use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::{Serialize, de::DeserializeOwned};
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

/// How many descriptors a child gets at most: where it reads, where it writes, its standard output, a library's bytes.
const MOST_DESCRIPTORS: usize = 4;

/// No message is longer; only our own code writes any.
const LONGEST: u32 = 4 << 20;

/// Sends a message and descriptors.
pub(crate) fn send_with_descriptors(
    mut socket: &UnixStream,
    message: &impl Serialize,
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(descriptors));
    let head = length.to_le_bytes();
    sendmsg(socket, &[IoSlice::new(&head)], &mut control, SendFlags::empty())?;
    socket.write_all(&text)
}

/// Receives a message and descriptors, or nothing where nobody will send any.
pub(crate) fn receive_with_descriptors<T: DeserializeOwned>(
    mut socket: &UnixStream,
) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut head = [0; 4];
    #[cfg(target_os = "linux")]
    let flags = RecvFlags::CMSG_CLOEXEC | RecvFlags::WAITALL;
    #[cfg(not(target_os = "linux"))]
    let flags = RecvFlags::WAITALL;
    let received = loop {
        match recvmsg(socket, &mut [IoSliceMut::new(&mut head)], &mut control, flags) {
            Err(Errno::INTR) => {}
            result => break result?.bytes,
        }
    };
    if received < head.len() {
        return Ok(None);
    }
    let sent = control.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
        _ => None,
    });
    let descriptors: Vec<OwnedFd> = sent.flatten().collect();
    let length = u32::from_le_bytes(head);
    if length > LONGEST {
        return Err(io::Error::other("a message is too long"));
    }
    let mut text = vec![0; length as usize];
    socket.read_exact(&mut text)?;
    Ok(Some((serde_json::from_slice(&text)?, descriptors)))
}

/// Sends a message as a line, by the one call that a child that is closed in may still make.
pub(crate) fn send_line(socket: impl AsFd, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut rest = &line[..];
    while !rest.is_empty() {
        match rustix::io::write(&socket, rest) {
            Ok(sent) => rest = &rest[sent..],
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
