//! The page: a server on one address that gives a browser what it needs to play, watch and understand games.
//! `PROTOCOL.md` says what the two tell each other. Where players, databases and files come from is the
//! binary's business.

#![forbid(unsafe_code)]

mod api;
mod files;
mod games;
mod guard;
mod hall;
mod house;
mod hurried;
mod key;
mod only;
mod place;
mod refusal;
mod room;
mod server;
mod socket;

pub use games::Games;
pub use hall::Hall;
pub use house::{
    Afterwards, House, NewGame, NewSeat, NewTime, OpenDatabase, Prepared, Server as Neo4jServer,
};
pub use only::{Only, Play};
pub use server::{Config, Server};

/// A token that nobody guesses.
///
/// # Errors
/// Where the system gives no random numbers.
pub fn random_token() -> Result<String, String> {
    key::key().map_err(|refusal| refusal.message().to_owned())
}
