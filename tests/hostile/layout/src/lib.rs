//! A library whose root module calls itself version 1 and has another layout.

use abi_stable::export_root_module;
use abi_stable::library::RootModule;
use abi_stable::prefix_type::PrefixTypeTrait;
use abi_stable::sabi_types::VersionStrings;
use abi_stable::std_types::RString;

#[repr(C)]
#[derive(abi_stable::StableAbi)]
#[sabi(kind(Prefix(prefix_ref = PlayersModule)))]
#[sabi(missing_field(panic))]
pub struct PlayersModuleFields {
    pub describe: extern "C" fn(u64) -> RString,
    #[sabi(last_prefix_field)]
    pub destroy: extern "C" fn(),
}

impl RootModule for PlayersModule {
    abi_stable::declare_root_module_statics! {PlayersModule}
    const BASE_NAME: &'static str = "othello_player";
    const NAME: &'static str = "othello player";
    const VERSION_STRINGS: VersionStrings = VersionStrings::new("1.0.0");
}

#[export_root_module]
pub fn module() -> PlayersModule {
    PlayersModuleFields { describe, destroy }.leak_into_prefix()
}

extern "C" fn describe(_: u64) -> RString {
    "[]".into()
}

extern "C" fn destroy() {}
