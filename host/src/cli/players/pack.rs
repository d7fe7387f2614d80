//! `othello-host players pack`: a player in one file that others can add.

use std::path::PathBuf;

use clap::Args;
use othello_players::share::{ARCHIVE, Manifest, pack};

use super::check::file_of;
use crate::cli::shared::FinderArgs;
use crate::output;

/// What packing takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PackArgs {
    /// The player: its name, the file that it is in, or the folder of a program.
    #[arg(value_name = "NAME|FILE")]
    player: PathBuf,
    /// The same player's library for another system. May be given several times.
    #[arg(long = "library", value_name = "FILE")]
    libraries: Vec<PathBuf>,
    /// A text that goes with it, such as its licence. May be given several times.
    #[arg(long = "text", value_name = "FILE")]
    texts: Vec<PathBuf>,
    /// The archive to write, else the player's name with the ending .othello.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    finder: FinderArgs,
}

const EXAMPLES: &str = "\
Examples:
  othello-host players pack Mine --text LICENSE
  othello-host players pack libmine.so --library mine.dll --library libmine.dylib -o mine.othello
  othello-host players add mine.othello";

/// Writes the archive.
pub fn run(args: &PackArgs) -> anyhow::Result<()> {
    let here = args.finder.players()?;
    let file = file_of(&here, &args.player)?;
    let players = here.finder.players_of(&file)?;
    let first = players.first().map(|player| player.about.name.to_lowercase().replace(' ', "-"));
    let name = format!("{}.{ARCHIVE}", first.unwrap_or_default());
    let to = args.output.clone().unwrap_or_else(|| name.into());
    let files: Vec<PathBuf> = [file].into_iter().chain(args.libraries.iter().cloned()).collect();
    let manifest = pack(&players, &files, &args.texts, &to)?;
    warn(&manifest);
    output::print(format!("{}\n", to.display()));
    Ok(())
}

/// Warns of what others will miss.
fn warn(manifest: &Manifest) {
    for (what, value) in [("licence", &manifest.license), ("link to its source", &manifest.source)]
    {
        if value.is_empty() {
            tell_line!("othello-host: the player names no {what}; say it in its description");
        }
    }
}
