//! A NATS server on the command line.

use std::path::{Path, PathBuf};

use clap::Args;
use othello_cluster::{Credentials, Server};

use super::values;
use crate::exit::usage;
use crate::secrets;

/// How many times as long a worker's machine may take where nobody says it.
const SLOWEST: f64 = 3.0;

/// The NATS server whose workers play.
#[derive(Args, Clone)]
pub struct OverArgs {
    /// Let the workers of this NATS server play, instead of this machine: nats://host:4222; "othello-host work" makes
    /// a machine a worker.
    #[arg(long, value_name = "URL")]
    over: Option<String>,
    #[command(flatten)]
    nats: NatsArgs,
    /// How many times as long as this machine a worker's may take; limits of time are scaled by that.
    #[arg(long, value_name = "TIMES", value_parser = values::slowest, default_value_t = SLOWEST)]
    #[arg(requires = "over")]
    slowest: f64,
}

impl OverArgs {
    /// The server and how slow its workers may be, where somebody has said which.
    pub fn server(&self, ca: Option<PathBuf>) -> anyhow::Result<Option<(Server, f64)>> {
        let Some(url) = &self.over else {
            if self.nats.is_given() {
                return Err(usage("--creds and --token: no --over says for which server"));
            }
            return Ok(None);
        };
        Ok(Some((self.nats.server(url, ca)?, self.slowest)))
    }

    /// The words that name the same server to another command; none where there is none. A token that was typed is asked
    /// for again.
    pub fn flags(&self, ca: Option<&Path>) -> anyhow::Result<Vec<String>> {
        let Some(url) = &self.over else { return Ok(Vec::new()) };
        let server = Server::parse(url).map_err(usage)?.to_string();
        let path = |path: &Path| path.display().to_string();
        let words = [
            ("--over", Some(server)),
            ("--creds", self.nats.creds.as_deref().map(path)),
            ("--token", self.nats.token.clone()),
            ("--ca", ca.map(path)),
            ("--slowest", (self.slowest != SLOWEST).then(|| self.slowest.to_string())),
        ];
        let given = words.into_iter().filter_map(|(option, word)| Some([option.to_owned(), word?]));
        Ok(given.flatten().collect())
    }

    /// Whether there is one.
    pub fn is_given(&self) -> bool {
        self.over.is_some()
    }
}

/// What opens a NATS server.
#[derive(Args, Clone)]
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
    fn is_given(&self) -> bool {
        self.creds.is_some() || self.token.is_some()
    }
}
