//! `othello-host completions SHELL`.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

/// What the command takes.
#[derive(Args)]
pub struct CompletionsArgs {
    /// For which shell.
    shell: Shell,
}

/// Prints the completions.
pub fn run(args: &CompletionsArgs, mut program: Command) -> anyhow::Result<()> {
    generate(args.shell, &mut program, "othello-host", &mut std::io::stdout());
    Ok(())
}
