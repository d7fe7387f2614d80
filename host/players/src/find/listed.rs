//! What a listing of plugins folders holds.

use crate::player::Player;
use std::path::PathBuf;

/// A file in a plugins folder, and what is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// The file.
    pub file: PathBuf,
    /// What is in it.
    pub holds: Holds,
}

/// What is in a file of a plugins folder.
#[derive(Clone, Debug, PartialEq)]
pub enum Holds {
    /// Players.
    Players(Vec<Player>),
    /// A library for another system, which is named.
    OtherPlatform(String),
    /// Nothing that can be used, and why.
    Broken(String),
}
