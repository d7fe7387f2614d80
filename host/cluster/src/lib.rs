//! A contest's pairs over many machines, on NATS JetStream: the organiser, who stands at the contest's desk for all the
//! workers, and a worker, which plays what is in the queue. How pairs are chosen, kept and judged is the arena's; how a
//! player is started is for whoever opens a [`Stage`]. What the two tell each other is written down in
//! `host/CLUSTER.md`.
//!
//! The client is asynchronous and turns in a small runtime inside a [`Connection`]; everybody outside sees plain calls.
//!
//! Each module imports only from those before it: `text`, `error`, `names`, `message`, `server`, `connection`,
//! `storage`, `stage`, `crew`, `inbox`, `upkeep`, `verifier`, `organiser`, `queue`, `worker`, `status`.

#![forbid(unsafe_code)]

mod connection;
mod crew;
mod error;
mod inbox;
mod message;
mod names;
mod organiser;
mod queue;
mod server;
mod stage;
mod status;
mod storage;
mod text;
mod troubles;
mod upkeep;
mod verifier;
mod worker;

pub use connection::Connection;
pub use error::ClusterError;
pub use message::{Order, Passenger, Speed, WorkerStatus};
pub use names::{ContestId, Digest};
pub use organiser::{Organiser, Undertaking};
pub use server::{Credentials, Server};
pub use stage::{PairPlayer, Stage};
pub use status::{ContestStatus, Status};
pub use upkeep::Pack;
pub use worker::Worker;
