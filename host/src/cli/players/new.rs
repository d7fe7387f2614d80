//! `othello-host players new`: a folder to begin a player with.

use std::path::PathBuf;

use clap::Args;
use othello_players::share::{Api, Language, ShareError, begin};

use crate::cli::choices::{Choice, one_of};
use crate::exit::usage;
use crate::output;
use crate::players::RESERVED_WORDS;

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct NewArgs {
    /// The player's name.
    #[arg(value_name = "NAME")]
    name: String,
    /// The language that it is written in.
    #[arg(long, value_name = "LANGUAGE", value_parser = one_of(&LANGUAGES), default_value = "rust", ignore_case = true)]
    lang: Language,
    /// For Rust: take othello-player-api from this folder or repository rather than from a copy beside the player.
    #[arg(long, value_name = "PATH|GIT")]
    api: Option<String>,
    /// The folder to make, else one with the player's name.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  othello-host players new 'Deep Blue' --lang cypher
  othello-host players new Hasty --lang rust --api ../othello-host/player-api
  othello-host players new Hasty --lang rust --api https://example.org/othello-host.git";

static LANGUAGES: [Choice<Language>; 9] = [
    Choice::new(&["rust"], "", Language::Rust),
    Choice::new(&["c"], "", Language::C),
    Choice::new(&["c++", "cpp"], "", Language::Cpp),
    Choice::new(&["zig"], "", Language::Zig),
    Choice::new(&["cypher"], "", Language::Cypher),
    Choice::new(&["python"], "", Language::Python),
    Choice::new(&["java"], "", Language::Java),
    Choice::new(&["javascript", "js"], "", Language::JavaScript),
    Choice::new(&["go"], "", Language::Go),
];

/// Writes the folder.
pub fn run(args: &NewArgs) -> anyhow::Result<()> {
    if args.api.is_some() && args.lang != Language::Rust {
        return Err(usage("--api is for players in Rust; add --lang rust"));
    }
    if RESERVED_WORDS.iter().any(|word| word.eq_ignore_ascii_case(&args.name)) {
        return Err(usage(format!(
            "{:?} can't be the name of a player: on a command line it means something else",
            args.name
        )));
    }
    let api = args.api.as_deref().map_or(Ok(Api::Copy), api)?;
    let folder =
        args.dir.clone().unwrap_or_else(|| args.name.to_lowercase().replace(' ', "-").into());
    let written = begin(&args.name, args.lang, &folder, &api).map_err(failed)?;
    for path in written {
        output::print(format!("{}\n", path.display()));
    }
    tell_line!(
        "{} says how to build it and how to play with it",
        folder.join("README.md").display()
    );
    Ok(())
}

/// Where the crate is taken from: a repository has an address, everything else is a folder.
fn api(text: &str) -> anyhow::Result<Api> {
    if text.contains("://") || text.starts_with("git@") {
        return Ok(Api::Git(text.to_owned()));
    }
    let manifest = PathBuf::from(text).join("Cargo.toml").canonicalize().ok();
    let folder = manifest.and_then(|manifest| Some(manifest.parent()?.to_owned()));
    let folder = folder.filter(|folder| folder.join("src/export.rs").exists());
    folder.map(Api::Path).ok_or_else(|| usage("--api: that folder holds no othello-player-api"))
}

fn failed(error: ShareError) -> anyhow::Error {
    match error {
        ShareError::Files { .. } | ShareError::NoFolder { .. } => error.into(),
        error => usage(error),
    }
}
