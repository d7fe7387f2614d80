//! Finding players: in which folders, by which names, and what they say of themselves.
//!
//! Imports go one way: `platform`, `folders`, `error`, `listed` and `cache`, then `describe`, then `finder`.

mod cache;
mod describe;
mod error;
mod finder;
mod folders;
mod listed;
mod platform;

pub use error::FindError;
pub use finder::Finder;
pub(crate) use folders::Kind;
pub use listed::{Holds, Listed};
pub(crate) use platform::{here, platform_of};
