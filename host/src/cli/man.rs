//! `othello-host man`.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};

use crate::output;

/// What the command takes.
#[derive(Args)]
pub struct ManArgs {
    /// Write the pages of the program and of each of its commands into this folder instead.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Prints the program's manual page, or writes it and those of its commands as files.
pub fn run(args: &ManArgs, program: Command) -> anyhow::Result<()> {
    let command = program.disable_help_subcommand(true);
    match &args.dir {
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            output::print(page);
            Ok(())
        }
        Some(dir) => fs::create_dir_all(dir)
            .and_then(|()| clap_mangen::generate_to(command, dir))
            .with_context(|| dir.display().to_string()),
    }
}
