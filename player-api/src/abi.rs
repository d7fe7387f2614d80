//! The frozen binary interface, version 1: four functions over text, once as an `abi_stable` root
//! module for Rust and once as plain C symbols for everyone else. What the texts say is in the
//! messages, which grow; this never does. The C side is described in `include/othello_player.h`, and is all that a
//! library needs: the root module, which abi_stable checks type by type, is behind the feature `root-module`.

#[cfg(feature = "root-module")]
mod root_module;

#[cfg(feature = "root-module")]
pub use root_module::{Instance, PlayersModule, PlayersModuleFields};

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
