//! Writing, packing, sending, installing and removing players: a folder to begin with, an archive to hand on, what
//! somebody sent, and what goes into the user's own folder.
//!
//! Imports go one way: `error` and `upload` first, then the others, which don't know of each other.

mod brought;
mod changes;
mod error;
mod install;
mod pack;
mod template;
mod upload;

pub use crate::archive::{Archive, Manifest, Packed};
pub use crate::kind::ARCHIVE;
pub use crate::platform::here as this_system;
pub use crate::shelf::{Installed, Shelf, not_accepted};
pub use brought::BroughtQuery;
pub use changes::changes;
pub use error::ShareError;
pub use install::Candidate;
pub use pack::{pack, pack_query};
pub use template::{Api, Language, ROUNDS, begin};
pub use upload::{CodeForm, Upload};

/// How many bytes an archive's files have once they are unpacked, where they may have so many.
///
/// # Errors
///
/// Where it is no archive, or they have more.
pub fn unpacked_size(archive: &std::path::Path, most: u64) -> Result<u64, String> {
    Archive::unpacked_size(archive, most)
}
