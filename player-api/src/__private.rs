//! What the expansion of [`export_player!`](crate::export_player) names. No part of the interface.

pub use crate::export::{Entry, Library, c_create, c_describe, c_round, destroy};
#[cfg(feature = "root-module")]
pub use crate::root_module::header;
#[cfg(feature = "root-module")]
pub use abi_stable::library::LibHeader;
pub use std::ffi::c_void;
