//! `othello-host completions SHELL`.

use clap::Args;
use clap_complete::{Shell, generate};

use crate::cli;

/// What the command takes.
#[derive(Args)]
pub struct CompletionsArgs {
    /// For which shell.
    shell: Shell,
}

/// Prints the completions.
pub fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    generate(args.shell, &mut cli::command(), "othello-host", &mut std::io::stdout());
    Ok(())
}
