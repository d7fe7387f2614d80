//! Where the NATS server is, and what opens it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use async_nats::{ConnectOptions, ServerAddr};
use othello_rules::outside;

use crate::error::ClusterError;

/// How long a file with a user's credentials may be.
const LONGEST_CREDENTIALS: u64 = 64 << 10;

/// What opens a server. It is never shown.
#[derive(Clone, Default)]
pub enum Credentials {
    /// Nothing, or what the address says.
    #[default]
    None,
    /// A file with a user's JWT and seed, as `nsc` writes it.
    File(PathBuf),
    /// A token.
    Token(String),
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Credentials::None => "none",
            Credentials::File(_) => "a file",
            Credentials::Token(_) => "a token",
        })
    }
}

/// A NATS server, or several of one cluster.
#[derive(Clone)]
pub struct Server {
    addresses: Vec<ServerAddr>,
    credentials: Credentials,
    ca: Option<PathBuf>,
}

impl Server {
    /// The server at an address, or at several with commas between them.
    ///
    /// # Errors
    /// Where one is none.
    pub fn parse(text: &str) -> Result<Server, ClusterError> {
        let read = |one: &str| {
            let address = ServerAddr::from_str(one.trim());
            let known = |address: &ServerAddr| {
                ["nats", "tls"].contains(&address.scheme()) && !address.host().is_empty()
            };
            let wrong = || ClusterError::Address { address: without_secrets(one) };
            address.ok().filter(known).ok_or_else(wrong)
        };
        let addresses = text.split(',').map(read).collect::<Result<_, _>>()?;
        Ok(Server { addresses, credentials: Credentials::None, ca: None })
    }

    /// The same, opened by these.
    #[must_use]
    pub fn with_credentials(self, credentials: Credentials) -> Server {
        Server { credentials, ..self }
    }

    /// The same, for whose certificate those in a file may vouch beside the system's.
    #[must_use]
    pub fn with_ca(self, ca: Option<PathBuf>) -> Server {
        Server { ca, ..self }
    }

    pub(crate) fn addresses(&self) -> &[ServerAddr] {
        &self.addresses
    }

    /// How to connect.
    pub(crate) fn options(&self) -> Result<ConnectOptions, ClusterError> {
        let mut options = ConnectOptions::new();
        match &self.credentials {
            Credentials::None => {}
            Credentials::Token(token) => options = options.token(token.clone()),
            Credentials::File(path) => {
                let named = |why: std::io::Error| ClusterError::File {
                    path: path.display().to_string(),
                    why: why.to_string(),
                };
                let bytes = outside::read(path, LONGEST_CREDENTIALS).map_err(named)?;
                let text = String::from_utf8_lossy(&bytes);
                options = options.credentials(&text).map_err(|_| {
                    named(std::io::Error::other(
                        "it holds no user's JWT and seed, as \"nsc\" writes them",
                    ))
                })?;
            }
        }
        if let Some(ca) = &self.ca {
            if let Err(why) = std::fs::metadata(ca) {
                return Err(ClusterError::File {
                    path: ca.display().to_string(),
                    why: why.to_string(),
                });
            }
            options = options.add_root_certificates(ca.clone());
        }
        Ok(options)
    }
}

impl fmt::Display for Server {
    /// The addresses without users and passwords.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, address) in self.addresses.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(f, "{comma}{}://{}:{}", address.scheme(), address.host(), address.port())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}, opened by {:?}", self.credentials)
    }
}

/// What somebody wrote for an address, without what stands before an `@`.
fn without_secrets(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((before, host)) => {
            let scheme = before.split_once("://").map_or("", |(scheme, _)| scheme);
            format!("{scheme}://...@{host}")
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_what_opens_it() {
        let server = Server::parse("nats://ann:hunter2@here:4223,tls://there").unwrap();
        assert_eq!(server.to_string(), "nats://here:4223,tls://there:4222");
        let server = server.with_credentials(Credentials::Token("hunter2".to_owned()));
        let shown = format!("{server:?}");
        assert!(!shown.contains("hunter2"), "{shown}");
        for wrong in ["http://ann:hunter2@here", "nats://ann:hunter2@", "ftp://x", "", "a b"] {
            let error = Server::parse(wrong).unwrap_err().to_string();
            assert!(
                error.contains("write nats://host:4222") && !error.contains("hunter2"),
                "{error}"
            );
        }
    }
}
