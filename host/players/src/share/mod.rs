//! Writing, packing, installing and removing players: a folder to begin with, an archive to hand on,
//! and what goes into the user's own folder.
//!
//! Imports go one way: `error` first, then the others, which don't know of each other.

mod archive;
mod error;
mod install;
mod template;

pub use crate::shelf::{Installed, Shelf, not_accepted};
pub use archive::{Archive, ENDING, Manifest, Packed, pack};
pub use error::ShareError;
pub use template::{Language, begin};
