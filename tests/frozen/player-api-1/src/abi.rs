//! The frozen binary interface, version 1: four functions over text, once as an `abi_stable` root
//! module for Rust and once as plain C symbols for everyone else. What the texts say is in the
//! messages, which grow; this never does. The C side is described in `include/othello_player.h`.
// What `StableAbi` derives has no documentation of its own.
#![allow(missing_docs)]

use abi_stable::StableAbi;
use abi_stable::library::RootModule;
use abi_stable::sabi_types::VersionStrings;
use abi_stable::std_types::{RResult, RStr, RString};
use std::ffi::c_void;

/// What `othello_abi` of a library returns that was made for this version.
pub const VERSION: u32 = 1;

/// The names of the C symbols.
pub mod symbols {
    /// `uint32_t othello_abi(void)`
    pub const ABI: &str = "othello_abi";
    /// [`Describe`](super::Describe), optional.
    pub const DESCRIBE: &str = "describe";
    /// [`Create`](super::Create), optional.
    pub const CREATE: &str = "create";
    /// [`Destroy`](super::Destroy), optional.
    pub const DESTROY: &str = "destroy";
    /// [`GetCypherForRound`](super::GetCypherForRound)
    pub const GET_CYPHER_FOR_ROUND: &str = "get_cypher_for_round";
}

/// Takes the one text that a C function has to give. It copies the text.
pub type Emit = unsafe extern "C" fn(context: *mut c_void, text: *const u8, length: usize);
/// Emits one `About`, or a list of them, as JSON.
pub type Describe = unsafe extern "C" fn(emit: Emit, context: *mut c_void);
/// Begins a game. A null instance means failure where an error was emitted, and is otherwise the
/// instance of a player that keeps nothing.
pub type Create = unsafe extern "C" fn(
    game: *const u8,
    length: usize,
    emit: Emit,
    context: *mut c_void,
) -> *mut c_void;
/// Emits the answer to a round.
pub type GetCypherForRound = unsafe extern "C" fn(
    instance: *mut c_void,
    round: *const u8,
    length: usize,
    emit: Emit,
    context: *mut c_void,
);
/// Ends an instance.
pub type Destroy = unsafe extern "C" fn(instance: *mut c_void);

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
