//! `othello-host players add`, `accept` and `rm`: the players that a user has installed.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use othello_players::share::{Installed, Shelf};

use super::check::{FileToCheck, is_fit};
use crate::cli::shared::{PluginArgs, PolicyArgs};
use crate::output;

/// What adding takes.
#[derive(Args)]
pub struct AddArgs {
    /// A library, a query in a file, or an archive that `players pack` has made.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Put it in the place of what is installed under its name.
    #[arg(long)]
    replace: bool,
    /// Install it without a check.
    #[arg(long)]
    no_check: bool,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    plugins: PluginArgs,
}

/// What accepting takes.
#[derive(Args)]
pub struct AcceptArgs {
    /// The name of a player, or of its file.
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    plugins: PluginArgs,
}

/// What removing takes.
#[derive(Args)]
pub struct RmArgs {
    /// The name of a player, or of its file.
    #[arg(value_name = "NAME")]
    name: String,
}

fn shelf() -> anyhow::Result<Shelf> {
    Shelf::of_user().context("this system names no folder for a user's data")
}

/// Installs a file.
pub fn add(args: &AddArgs) -> anyhow::Result<()> {
    let shelf = shelf()?;
    let players = args.plugins.players()?;
    let unpacked = FileToCheck::of(&args.file)?;
    let file = unpacked.file(&args.file);
    if !args.no_check && !is_fit(&players, file, &args.policy) {
        return Err(not_installed(&args.file));
    }
    let installed = shelf.add(file, &players.finder, args.replace)?;
    tell("added", &shelf, &installed);
    Ok(())
}

fn not_installed(file: &Path) -> anyhow::Error {
    anyhow!(
        "{} was not installed, since it failed a check; --no-check installs it all the same",
        file.display()
    )
}

/// Accepts a file that has changed.
pub fn accept(args: &AcceptArgs) -> anyhow::Result<()> {
    let shelf = shelf()?;
    let players = args.plugins.players()?;
    let file = shelf.find(&args.name).map(|one| shelf.place(&one))?;
    if !is_fit(&players, &file, &args.policy) {
        bail!("{} was not accepted, since it failed a check", file.display());
    }
    let installed = shelf.accept(&args.name, &players.finder)?;
    tell("accepted", &shelf, &installed);
    Ok(())
}

/// Removes what was installed.
pub fn rm(args: &RmArgs) -> anyhow::Result<()> {
    let shelf = shelf()?;
    let installed = shelf.remove(&args.name)?;
    tell("removed", &shelf, &installed);
    Ok(())
}

fn tell(what: &str, shelf: &Shelf, installed: &Installed) {
    let (place, players) = (shelf.place(installed), installed.players.join(", "));
    output::print(format!("{what} {}: {players}\n", place.display()));
}
