//! `othello-host players ...`: the players of this machine are listed, checked, begun and shared. One file a command.
//! What other programs call the same is understood too.

mod check;
mod install;
mod jail;
mod list;
mod new;
mod pack;
mod show;
mod test;

use clap::{Args, Subcommand};

/// What the command takes.
#[derive(Args)]
pub struct PlayersArgs {
    #[command(subcommand)]
    command: PlayersCommand,
}

#[derive(Subcommand)]
enum PlayersCommand {
    /// Lists every player that is found: kind, class, games, from where.
    #[command(alias = "ls")]
    List(list::ListArgs),
    /// Shows all that is known of a player, and the query that it would send.
    Show(show::ShowArgs),
    /// Checks players before they are trusted, each check in a jailed process of its own.
    Check(Box<check::CheckArgs>),
    /// Tries a player out on recorded rounds and in ten games, and prints what the host would say.
    Test(test::TestArgs),
    /// Shows which layers of the jail this system has, and what a player could do without each.
    Jail(jail::JailArgs),
    /// Begins a player: a folder that builds and plays at once.
    #[command(alias = "create")]
    New(new::NewArgs),
    /// Installs a player for this user, after a check.
    #[command(alias = "install")]
    Add(install::AddArgs),
    /// Accepts an installed player whose file has changed since.
    Accept(install::AcceptArgs),
    /// Packs a player into one file that others can add.
    Pack(pack::PackArgs),
    /// Removes an installed player.
    #[command(visible_alias = "remove", aliases = ["uninstall", "delete"])]
    Rm(install::RmArgs),
}

/// Does what is asked for.
pub fn run(args: &PlayersArgs) -> anyhow::Result<()> {
    match &args.command {
        PlayersCommand::List(args) => list::run(args),
        PlayersCommand::Show(args) => show::run(args),
        PlayersCommand::Check(args) => check::run(args),
        PlayersCommand::Test(args) => test::run(args),
        PlayersCommand::Jail(args) => jail::run(args),
        PlayersCommand::New(args) => new::run(args),
        PlayersCommand::Add(args) => install::add(args),
        PlayersCommand::Accept(args) => install::accept(args),
        PlayersCommand::Pack(args) => pack::run(args),
        PlayersCommand::Rm(args) => install::rm(args),
    }
}
