//! `othello-host games ...`: the games that there are, and what is wrong with one of the user's own.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use othello_board::game::{CypherGame, NAMES};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::output;
use crate::table::table;

/// What the command takes.
#[derive(Args)]
pub struct GamesArgs {
    #[command(subcommand)]
    command: GamesCommand,
}

#[derive(Subcommand)]
enum GamesCommand {
    /// Lists the games that are built in, with their boards and starts.
    List {
        /// Print one JSON array.
        #[arg(long)]
        json: bool,
    },
    /// Reads a game's folder, checks its queries and tries some games; says what is wrong with file, line and
    /// place.
    Check {
        /// The folder, or the name of a game that is built in.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Does what is asked for.
pub fn run(args: &GamesArgs) -> anyhow::Result<()> {
    match &args.command {
        GamesCommand::List { json } => list(*json),
        GamesCommand::Check { folder } => check(folder),
    }
}

fn list(json: bool) -> anyhow::Result<()> {
    let games: Result<Vec<_>, _> = NAMES.into_iter().map(CypherGame::built_in).collect();
    let games = games?;
    let text = if json {
        format!("{:#}\n", games.iter().map(entry).collect::<Value>())
    } else {
        let heads = ["NAME", "GAME", "SIZES", "STARTS"].map(str::to_owned);
        table(&heads, games.iter().map(row).collect())
            + "A folder with a game.toml is a game too: --game DIR plays it, \"othello-host games check DIR\" \
               checks it.\n"
    };
    output::print(text);
    Ok(())
}

fn row(game: &CypherGame) -> Vec<String> {
    let sizes: Vec<_> = game.sizes.iter().map(u8::to_string).collect();
    vec![game.name.clone(), game.title.clone(), sizes.join(" "), game.starts.join(" ")]
}

fn entry(game: &CypherGame) -> Value {
    json!({
        "name": game.name,
        "title": game.title,
        "sizes": game.sizes,
        "starts": game.starts,
    })
}

fn check(folder: &Path) -> anyhow::Result<()> {
    let named = folder.to_str().filter(|name| NAMES.contains(name) && !folder.is_dir());
    let game = match named {
        Some(name) => CypherGame::built_in(name),
        None => CypherGame::in_folder(folder),
    };
    let game = game?;
    let problems = game.problems();
    if problems.is_empty() {
        output::print(format!("{game} ({}) is in order\n", game.name));
        return Ok(());
    }
    for problem in &problems {
        eprintln!("{}", problem.trim_end());
    }
    Err(Exit::Reported.into())
}
