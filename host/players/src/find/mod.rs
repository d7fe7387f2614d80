//! Finding players: in which folders, by which names, and what they say of themselves.
//!
//! Imports go one way: `folders`, `error`, `listed`, `tidy`, `cache`, `slips` and then `manifest` and `own_name`, then `describe`, then `finder`.

mod cache;
mod describe;
mod error;
mod finder;
mod folders;
mod listed;
mod manifest;
mod own_name;
mod slips;
mod tidy;

pub use error::FindError;
pub use finder::Finder;
pub use listed::{Holds, Listed};
pub(crate) use manifest::named_outside;
