//! Why no result came from a server, before anybody has said whose fault that is.

use crate::session::ServerFault;

/// Why no result came.
#[derive(Debug)]
pub(super) enum Failure {
    /// What the driver said.
    Driver(neo4rs::Error),
    /// The way to the server failed.
    Way(ServerFault),
    /// The member of the cluster writes the database no more.
    NotWriting,
    /// More rows came than allowed.
    Rows,
    /// More bytes came than allowed.
    Bytes,
}
