//! Connections from other addresses of this machine than the usual one.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};

use rustix::net::{AddressFamily, SocketType, bind, connect, socket};

/// Connects from an address of the loopback network, as somebody else would.
///
/// # Errors
/// Where that can't be done.
pub fn connect_from(source: Ipv4Addr, server: SocketAddr) -> io::Result<TcpStream> {
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None)?;
    bind(&socket, &SocketAddrV4::new(source, 0))?;
    connect(&socket, &server)?;
    Ok(TcpStream::from(socket))
}
