//! What the author of a player depends on: the [`Player`] trait, the messages that travel
//! between host and player, and [`export_player!`], which makes a library of players. Finding,
//! jailing and asking players is the host's affair and is not here.
//!
//! A whole player is a type, three functions and one line:
//!
//! ```
//! use othello_player_api::{About, Answer, Game, Player, Round, export_player};
//!
//! struct Simple;
//!
//! impl Player for Simple {
//!     fn about() -> About {
//!         About::new("Simple", env!("CARGO_PKG_VERSION")).line("the first legal cell")
//!     }
//!
//!     fn new(_game: &Game) -> Self {
//!         Simple
//!     }
//!
//!     fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
//!         "MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell LIMIT 1"
//!     }
//! }
//!
//! export_player!(Simple);
//! # fn main() {}
//! ```
//!
//! The crate is built with `crate-type = ["cdylib"]`, and the library goes into a plugins folder.

// Each imports only from those before it: messages, abi, player, export, root_module, __private.
#[doc(hidden)]
pub mod __private;
pub mod abi;
mod export;
mod messages;
mod player;
#[cfg(feature = "root-module")]
mod root_module;
#[cfg(feature = "sources")]
pub mod sources;

pub use messages::about::{ANY_GAME, About, Class, OptionKind, OptionSpec, Plays};
pub use messages::answer::{Answer, Query, Reply};
pub use messages::game::{Cell, Game, Options, Symbol};
pub use messages::request::Request;
pub use messages::round::Round;
pub use messages::thinking::{Bound, Considered, Thinking};
pub use player::Player;
pub use serde_json::Value;
