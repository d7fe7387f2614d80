//! `othello-host completions SHELL`.

use clap::{Args, Command, ValueEnum};
use clap_complete::{Generator, Shell, generate};
use clap_complete_nushell::Nushell;

use crate::output;

/// What the command takes.
#[derive(Args)]
pub struct CompletionsArgs {
    /// For which shell.
    shell: ShellName,
}

#[derive(Clone, Copy, ValueEnum)]
enum ShellName {
    Bash,
    Elvish,
    Fish,
    Nushell,
    Powershell,
    Zsh,
}

/// Prints the completions.
pub fn run(args: &CompletionsArgs, program: Command) -> anyhow::Result<()> {
    match args.shell {
        ShellName::Bash => print(Shell::Bash, program),
        ShellName::Elvish => print(Shell::Elvish, program),
        ShellName::Fish => print(Shell::Fish, program),
        ShellName::Nushell => print(Nushell, program),
        ShellName::Powershell => print(Shell::PowerShell, program),
        ShellName::Zsh => print(Shell::Zsh, program),
    }
    Ok(())
}

fn print(shell: impl Generator, mut program: Command) {
    // The generators take it for certain that all is taken; whoever reads them need not read on.
    let mut text = Vec::new();
    generate(shell, &mut program, "othello-host", &mut text);
    output::print(text);
}
