//! A contest's pairs over many machines, on NATS JetStream: the organiser, who stands at the contest's desk for all the
//! workers, and a worker, which plays what is in the queue. The players are those of the contest, or come with each pair
//! as its guests, which is how a ladder's games travel. How pairs are chosen, kept and judged is the arena's; how a
//! player is started is for whoever opens a [`Stage`]. What the two tell each other is written down in
//! `host/CLUSTER.md`.
//!
//! The client is asynchronous and turns in a small runtime inside a [`Connection`]; everybody outside sees plain calls.
//!
//! Each module imports only from those before it: `text`, `error`, `names`, `message`, `server`, `pace`, `setback`,
//! `connection`, `room`, `storage`, `objects`, `uploads`, `shelf`, `deliveries`, `pull`, `stage`, `crew`, `boards`,
//! `loan`, `inbox`, `party`, `upkeep`, `examination`, `verifier`, `troubles`, `organiser`,
//! `hindrance`, `queue`, `worker`, `status`.

#![forbid(unsafe_code)]

mod boards;
mod connection;
mod crew;
mod deliveries;
mod error;
mod examination;
mod hindrance;
mod inbox;
mod loan;
mod message;
mod names;
mod objects;
mod organiser;
mod pace;
mod party;
mod pull;
mod queue;
mod room;
mod server;
mod setback;
mod shelf;
mod stage;
mod status;
mod storage;
mod streams;
mod text;
mod troubles;
mod upkeep;
mod uploads;
mod verifier;
mod worker;

pub use connection::Connection;
pub use error::ClusterError;
pub use message::{Guests, Order, Passenger, Speed, WorkerDemands, WorkerStatus};
pub use names::{ContestId, Digest};
pub use organiser::{Organiser, Undertaking};
pub use pace::Pace;
pub use party::{Pack, Party};
pub use room::{PackRoom, Unpacked};
pub use server::{Credentials, Server};
pub use stage::{PairPlayer, Stage};
pub use status::{ContestStatus, Status};
pub use worker::Worker;
