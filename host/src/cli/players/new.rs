//! `othello-host players new`: a folder to begin a player with.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use othello_players::share::{Language, ShareError, begin};

use crate::exit::usage;
use crate::output;

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct NewArgs {
    /// The player's name.
    #[arg(value_name = "NAME")]
    name: String,
    /// The language that it is written in.
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value = "rust")]
    lang: Lang,
    /// For Rust: take othello-player-api from this folder rather than from the registry.
    #[arg(long, value_name = "PATH")]
    api: Option<PathBuf>,
    /// The folder to make, else one with the player's name.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  othello-host players new 'Deep Blue' --lang cypher
  othello-host players new Hasty --lang rust --api ../othello-host/player-api";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Lang {
    Rust,
    C,
    Cypher,
    Python,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Language {
        match lang {
            Lang::Rust => Language::Rust,
            Lang::C => Language::C,
            Lang::Cypher => Language::Cypher,
            Lang::Python => Language::Python,
        }
    }
}

/// Writes the folder.
pub fn run(args: &NewArgs) -> anyhow::Result<()> {
    if args.api.is_some() && args.lang != Lang::Rust {
        return Err(usage("--api is for players in Rust; add --lang rust"));
    }
    let api = args.api.as_ref().map(|path| {
        let path = path.join("Cargo.toml").canonicalize().ok()?;
        path.parent().map(PathBuf::from)
    });
    let api = match api {
        Some(None) => return Err(usage("--api: that folder holds no othello-player-api")),
        Some(path) => path,
        None => None,
    };
    let folder =
        args.dir.clone().unwrap_or_else(|| args.name.to_lowercase().replace(' ', "-").into());
    let written = begin(&args.name, args.lang.into(), &folder, api.as_deref()).map_err(failed)?;
    for path in written {
        output::print(format!("{}\n", path.display()));
    }
    eprintln!(
        "{} says how to build it and how to play with it",
        folder.join("README.md").display()
    );
    Ok(())
}

fn failed(error: ShareError) -> anyhow::Error {
    match error {
        ShareError::Files { .. } => error.into(),
        error => usage(error),
    }
}
