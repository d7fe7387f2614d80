//! `othello-host players add`, `accept` and `rm`: the players that a user has installed.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use othello_players::share::{Candidate, Installed, Shelf, changes};
use othello_players::{FileRequest, Player};

use super::check::{file_of, is_fit};
use crate::cli::shared::{FinderArgs, PolicyArgs};
use crate::confirm::{confirm, is_possible};
use crate::exit::usage;
use crate::output;
use crate::players::Players;

/// What adding takes.
#[derive(Args)]
pub struct AddArgs {
    /// A library, a query in a file, the folder of a program, or an archive that `players pack` has made.
    #[arg(value_name = "FILE|FOLDER")]
    file: PathBuf,
    /// Put it in the place of what is installed under its name.
    #[arg(long)]
    replace: bool,
    /// Install it without a check.
    #[arg(long)]
    no_check: bool,
    #[command(flatten)]
    grants: GrantArgs,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    finder: FinderArgs,
}

/// What accepting takes.
#[derive(Args)]
pub struct AcceptArgs {
    /// The name of a player, or of its file.
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    grants: GrantArgs,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    finder: FinderArgs,
}

/// What a program may see that asks for more than its own folder.
#[derive(Args)]
struct GrantArgs {
    /// Let the program read this file or folder, which it asks for, without a question. May be given several times.
    #[arg(long = "grant", value_name = "PATH")]
    paths: Vec<PathBuf>,
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

/// Installs a player.
pub fn add(args: &AddArgs) -> anyhow::Result<()> {
    let shelf = shelf()?;
    let mut players = args.finder.players()?;
    let file = file_of(&players, &args.file)?;
    let candidate = args.grants.apply(&mut players, &file)?;
    if !args.no_check && !is_fit(&players, &file, &args.policy) {
        return Err(not_installed(&args.file));
    }
    let new = players.finder.players_of(&file)?;
    let old = shelf.known(&new).map(|old| (before(&players, &shelf, &old), old));
    let added = shelf.add(&candidate, &players.finder, args.replace);
    match (old, added) {
        (Some((before, old)), Ok(installed)) if old != installed => {
            tell("updated", &shelf, &installed);
            tell_changes((&old, &before), (&installed, &new));
        }
        (_, Ok(installed)) => tell("added", &shelf, &installed),
        (_, Err(error)) => return Err(error.into()),
    }
    Ok(())
}

/// What an installed player says of itself, as far as it still can.
fn before(players: &Players, shelf: &Shelf, old: &Installed) -> Vec<Player> {
    players.finder.players_of(&shelf.place(old)).unwrap_or_default()
}

fn not_installed(file: &Path) -> anyhow::Error {
    anyhow!(
        "{} was not installed, since it failed a check; --no-check installs it all the same",
        file.display()
    )
}

/// Accepts a player that has changed.
pub fn accept(args: &AcceptArgs) -> anyhow::Result<()> {
    let shelf = shelf()?;
    let mut players = args.finder.players()?;
    let old = shelf.find(&args.name)?;
    let file = shelf.place(&old);
    let candidate = args.grants.apply(&mut players, &file)?;
    if !is_fit(&players, &file, &args.policy) {
        bail!("{} was not accepted, since it failed a check", file.display());
    }
    let installed = shelf.accept(&args.name, &candidate, &players.finder)?;
    tell("accepted", &shelf, &installed);
    let new = players.finder.players_of(&file)?;
    tell_changes((&old, &[]), (&installed, &new));
    Ok(())
}

impl GrantArgs {
    /// Sees to it that the program gets what it asks for, if a person grants it.
    fn apply(&self, players: &mut Players, file: &Path) -> anyhow::Result<Candidate> {
        let candidate = Candidate::of(file)?;
        let requests = players.finder.requests(file)?;
        if let Some((request, refusal)) = requests.iter().find_map(|one| Some((one, one.refusal?)))
        {
            bail!(
                "{} asks for {}, which no player is given, since {refusal}",
                file.display(),
                request.path.display()
            );
        }
        self.check(&requests)?;
        let granted: Vec<PathBuf> = requests.into_iter().map(|request| request.path).collect();
        players.finder = players.finder.clone().granting(file, granted.clone());
        Ok(candidate.granted(granted))
    }

    /// Whether a person grants all of these.
    fn check(&self, requests: &[FileRequest]) -> anyhow::Result<()> {
        let mut open: Vec<&Path> = requests.iter().map(|one| one.path.as_path()).collect();
        for path in &self.paths {
            let real = path.canonicalize().unwrap_or_else(|_| path.clone());
            match open.iter().position(|asked| *asked == real) {
                Some(at) => drop(open.remove(at)),
                None => {
                    let text =
                        format!("--grant {}: the player does not ask for it", path.display());
                    return Err(usage(text));
                }
            }
        }
        if open.is_empty() {
            return Ok(());
        }
        let list: String = open.iter().map(|path| format!("\n  {}", path.display())).collect();
        if !is_possible() {
            bail!(
                "the player asks to read more than its own folder, and nobody is here to grant it; \
                 --grant PATH grants each of these:{list}"
            );
        }
        tell_line!(
            "The player asks to read more than its own folder and the installed system:{list}"
        );
        if confirm("Grant it?") { Ok(()) } else { bail!("it was not granted") }
    }
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

/// What a new state of a player changes.
fn tell_changes(old: (&Installed, &[Player]), new: (&Installed, &[Player])) {
    for line in changes(old, new) {
        tell_line!("  {line}");
    }
}
