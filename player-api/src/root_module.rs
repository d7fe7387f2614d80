//! The root module of a library of players, for who loads it by abi_stable.

use crate::abi::{Instance, PlayersModule, PlayersModuleFields};
use crate::export::{Library, answer, begin, descriptions, destroy};
use abi_stable::prefix_type::PrefixTypeTrait;
use abi_stable::std_types::{RErr, ROk, RResult, RStr, RString};

/// The header by which the host finds the root module.
pub const fn header<L: Library>() -> abi_stable::library::LibHeader {
    extern "C" fn module<L: Library>() -> abi_stable::library::RootModuleResult {
        abi_stable::library::__call_root_module_loader(|| fields::<L>().leak_into_prefix())
    }
    // SAFETY: what `module` returns was a `PlayersModule`.
    unsafe {
        abi_stable::library::LibHeader::from_constructor::<PlayersModule>(
            module::<L>,
            abi_stable::library::CheckTypeLayout::Yes,
        )
    }
}

fn fields<L: Library>() -> PlayersModuleFields {
    PlayersModuleFields {
        describe: rust_describe::<L>,
        create: rust_create::<L>,
        get_cypher_for_round: rust_round,
        destroy: rust_destroy,
    }
}

extern "C" fn rust_describe<L: Library>() -> RString {
    descriptions::<L>().into()
}

extern "C" fn rust_create<L: Library>(game: RStr<'_>) -> RResult<Instance, RString> {
    match begin::<L>(game.as_str()) {
        Ok(instance) => ROk(Instance(instance)),
        Err(error) => RErr(error.into()),
    }
}

unsafe extern "C" fn rust_round(instance: Instance, round: RStr<'_>) -> RString {
    // SAFETY: the caller keeps the module's contract.
    unsafe { answer(instance.0, round.as_str()) }.into()
}

unsafe extern "C" fn rust_destroy(instance: Instance) {
    // SAFETY: the caller keeps the module's contract.
    unsafe { destroy(instance.0) }
}
