//! `othello-host man`.

use std::fs;
use std::io::stdout;
use std::path::PathBuf;

use clap::Args;

use crate::cli;
use crate::failure::{Done, impossible};

/// What the command takes.
#[derive(Args)]
pub struct ManArgs {
    /// Write the pages of the program and of each of its commands into this folder instead.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Prints the program's manual page, or writes it and those of its commands as files.
pub fn run(args: &ManArgs) -> Done {
    let command = cli::command().disable_help_subcommand(true);
    match &args.dir {
        None => clap_mangen::Man::new(command).render(&mut stdout()).map_err(impossible),
        Some(dir) => fs::create_dir_all(dir)
            .and_then(|()| clap_mangen::generate_to(command, dir))
            .map_err(|error| impossible(format!("{}: {error}", dir.display()))),
    }
}
