//! The frozen interface as an `abi_stable` root module.
// What `StableAbi` derives has no documentation of its own.
#![allow(missing_docs)]

use abi_stable::StableAbi;
use abi_stable::library::RootModule;
use abi_stable::sabi_types::VersionStrings;
use abi_stable::std_types::{RResult, RStr, RString};
use std::ffi::c_void;

/// A player's instance, known to its own library alone.
#[repr(transparent)]
#[derive(Clone, Copy, StableAbi)]
pub struct Instance(pub *mut c_void);

/// The root module of a library of players.
#[repr(C)]
#[derive(StableAbi)]
#[sabi(kind(Prefix(prefix_ref = PlayersModule)))]
#[sabi(missing_field(panic))]
pub struct PlayersModuleFields {
    /// The `About`s of all players as a JSON list.
    pub describe: extern "C" fn() -> RString,
    /// Begins a game, which is a `Game` in JSON.
    pub create: extern "C" fn(game: RStr<'_>) -> RResult<Instance, RString>,
    /// Answers a `Round` in JSON with an `Answer` in JSON. The instance must come from `create`
    /// and not have been destroyed.
    pub get_cypher_for_round: unsafe extern "C" fn(instance: Instance, round: RStr<'_>) -> RString,
    /// Ends an instance, under the same condition.
    #[sabi(last_prefix_field)]
    pub destroy: unsafe extern "C" fn(instance: Instance),
}

impl RootModule for PlayersModule {
    abi_stable::declare_root_module_statics! {PlayersModule}

    const BASE_NAME: &'static str = "othello_player";
    const NAME: &'static str = "othello player";
    // The interface's version, not this crate's: abi_stable refuses another one.
    const VERSION_STRINGS: VersionStrings = VersionStrings::new("1.0.0");
}
