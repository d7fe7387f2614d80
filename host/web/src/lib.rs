//! The page: a server on one address that gives a browser what it needs to play, watch and understand games.
//! `PROTOCOL.md` says what the two tell each other. Where players, databases and files come from is the
//! binary's business.

#![forbid(unsafe_code)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod allowance;
mod api;
mod bots;
mod bounded_stream;
mod client;
mod common;
mod complaint;
mod compression;
mod door;
mod files;
mod games;
mod guard;
mod key;
mod ladder;
mod limits;
mod lobby;
mod owner;
mod places;
mod position;
mod processor;
mod protocol;
mod rating_table;
mod records;
mod refusal;
mod room;
mod server;
mod server_state;
mod single_game;
mod socket;
mod tally;
mod trial_games;
mod trial_room;
mod visitors;

pub use games::Games;
pub use ladder::Course;
pub use lobby::Lobby;
pub use server::{Config, Server};
pub use server_state::{Afterwards, Lessons, Prepared, Server as Neo4jServer, ServerState};
pub use single_game::{Play, SingleGame};
pub use trial_games::{StartContest, TrialContest};

/// A token that nobody guesses.
///
/// # Errors
/// Where the system gives no random numbers.
pub fn random_token() -> Result<String, String> {
    key::key().map_err(|refusal| refusal.message().to_owned())
}
