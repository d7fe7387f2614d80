//! Why a cluster can't be used, in words that say what to do.

/// Why a cluster can't be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ClusterError {
    /// The address is none.
    #[error(
        "{address:?} is no address of a NATS server; write nats://host:4222, or tls://host:4222"
    )]
    Address {
        /// What was written, without what opens the server.
        address: String,
    },
    /// A file with credentials or certificates can't be read.
    #[error("{path}: {why}")]
    File {
        /// Which.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// Nobody answers.
    #[error(
        "no NATS server answers at {server} ({why}); start one by \"nats-server -js\", or name another"
    )]
    Away {
        /// Where.
        server: String,
        /// What happened.
        why: String,
    },
    /// The server lets nobody in without credentials, or not with these.
    #[error(
        "the NATS server at {server} refuses these credentials; give others by --creds FILE or --token -"
    )]
    Refused {
        /// Where.
        server: String,
    },
    /// Its certificate, or ours.
    #[error(
        "no secure connection to {server}: {why}; --ca FILE names the certificates that may vouch for it"
    )]
    Tls {
        /// Where.
        server: String,
        /// What is wrong.
        why: String,
    },
    /// A server that keeps nothing.
    #[error(
        "the NATS server at {server} has no JetStream for this account; start it by \"nats-server -js\""
    )]
    NoJetStream {
        /// Where.
        server: String,
    },
    /// The server lets these credentials in, and not do what is needed.
    #[error(
        "the NATS server at {server} does not allow these credentials: {what}; host/CLUSTER.md lists what they need"
    )]
    Forbidden {
        /// Where.
        server: String,
        /// What they may not do, as the server says it.
        what: String,
    },
    /// A message or a stored thing that is not what it should be.
    #[error("{0}")]
    Message(String),
    /// The server could not do something.
    #[error("the NATS server could not {what}: {why}; its log says more")]
    Server {
        /// What was asked of it.
        what: &'static str,
        /// What it answered.
        why: String,
    },
    /// The local system.
    #[error("{0}")]
    System(String),
}

impl ClusterError {
    /// The failure of what was asked of the server.
    pub(crate) fn of(what: &'static str) -> impl Fn(&dyn std::fmt::Display) -> ClusterError {
        move |why| ClusterError::Server { what, why: why.to_string() }
    }
}
