//! `othello-host contest ...`: contests that were played or are being played: shown, listed, and repaired.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::contests;
use crate::output;

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ContestCommandArgs {
    #[command(subcommand)]
    command: ContestCommand,
}

const EXAMPLES: &str = "\
Examples:
  othello-host contest list
  othello-host contest show contest.db
  othello-host contest show contest.db --json
  othello-host contest repair contest.db
  othello-host history list --file contest.db       the games of a contest
  othello-host tournament resume contest.db         goes on with it";

#[derive(Subcommand)]
enum ContestCommand {
    /// Shows where a contest stands: standings, everybody against everybody, pairs, the test, rounds or bracket, and
    /// the games that somebody lost early, each with a command that asks the player again.
    Show {
        /// The contest's file.
        file: PathBuf,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
        /// Write a page with tables, plots and all games into this folder.
        #[arg(long, value_name = "DIR")]
        report: Option<PathBuf>,
    },
    /// Lists contests.
    List {
        /// Files, or folders with them [default: the folder in which contests are kept that name no file].
        #[arg(value_name = "PLACE")]
        places: Vec<PathBuf>,
        /// Print one JSON object a line.
        #[arg(long)]
        json: bool,
    },
    /// Copies what can be read of a damaged file to a new one, and says what is lost. The old one stays as it is.
    Repair {
        /// The damaged file.
        file: PathBuf,
        /// The new one [default: beside it, its name with "-repaired"].
        new: Option<PathBuf>,
    },
}

/// Runs the command.
pub fn run(args: ContestCommandArgs) -> anyhow::Result<()> {
    let text = match args.command {
        ContestCommand::Show { file, json, report } => {
            let text = contests::show(&file, json)?;
            if let Some(folder) = report {
                let page = contests::report(&file, &folder)?;
                tell_line!("the report is in {}", page.display());
            }
            text
        }
        ContestCommand::List { places, json: true } => contests::list_json(&places)?,
        ContestCommand::List { places, .. } => contests::list(&places)?,
        ContestCommand::Repair { file, new } => contests::repair(&file, new.as_deref())?,
    };
    output::print(text);
    Ok(())
}
