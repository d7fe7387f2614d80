//! The sources of this crate that a player needs: what is left out is what its features add.

/// Each file with its place in the crate.
pub const FILES: [(&str, &str); 15] = [
    ("include/othello_player.h", include_str!("../include/othello_player.h")),
    ("src/lib.rs", include_str!("lib.rs")),
    ("src/__private.rs", include_str!("__private.rs")),
    ("src/abi.rs", include_str!("abi.rs")),
    ("src/export.rs", include_str!("export.rs")),
    ("src/player.rs", include_str!("player.rs")),
    ("src/messages/mod.rs", include_str!("messages/mod.rs")),
    ("src/messages/about.rs", include_str!("messages/about.rs")),
    ("src/messages/answer.rs", include_str!("messages/answer.rs")),
    ("src/messages/flag.rs", include_str!("messages/flag.rs")),
    ("src/messages/game.rs", include_str!("messages/game.rs")),
    ("src/messages/request.rs", include_str!("messages/request.rs")),
    ("src/messages/round.rs", include_str!("messages/round.rs")),
    ("src/messages/thinking.rs", include_str!("messages/thinking.rs")),
    ("Cargo.toml", MANIFEST),
];

/// The manifest of a copy, which has neither features nor a workspace.
const MANIFEST: &str = concat!(
    "# A copy of the crate that players depend on, as the host that wrote this folder has it.\n\n",
    "[package]\nname = \"othello-player-api\"\nversion = \"",
    env!("CARGO_PKG_VERSION"),
    "\"\nedition = \"2024\"\npublish = false\nlicense = \"",
    env!("CARGO_PKG_LICENSE"),
    "\"\n\n[dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n\n",
    "[lints.rust]\nunexpected_cfgs = \"allow\"\n"
);
