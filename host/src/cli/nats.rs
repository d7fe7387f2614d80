//! A NATS server on the command line.

use std::path::PathBuf;

use clap::Args;
use othello_cluster::{Credentials, Server};

use crate::exit::usage;
use crate::secrets;

/// What opens a NATS server.
#[derive(Args)]
pub struct NatsArgs {
    /// A file with the credentials of a NATS user, as nsc writes it.
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    creds: Option<PathBuf>,
    /// A file with the token of the NATS server; "-" reads it from standard input.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    token: Option<String>,
}

impl NatsArgs {
    /// The server at this address.
    pub fn server(&self, address: &str, ca: Option<PathBuf>) -> anyhow::Result<Server> {
        let credentials = match (&self.creds, &self.token) {
            (Some(file), _) => Credentials::File(file.clone()),
            (None, Some(token)) => Credentials::Token(secrets::token(token)?),
            (None, None) => Credentials::None,
        };
        let server = Server::parse(address).map_err(usage)?;
        Ok(server.with_credentials(credentials).with_ca(ca))
    }

    /// Whether anything was given.
    pub fn is_given(&self) -> bool {
        self.creds.is_some() || self.token.is_some()
    }
}
