//! `othello-host games ...`: the games that there are, and what is wrong with one of the user's own.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use othello_board::game::{CypherGame, NAMES};
use serde_json::{Value, json};

use crate::exit::{Exit, usage};
use crate::meant::meant_by;
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
    /// Begins a game of your own: a folder with the rules of one that is built in, which plays at once.
    New {
        /// The game's name, and its folder's.
        #[arg(value_name = "NAME")]
        name: String,
        /// Whose rules to begin with.
        #[arg(long, value_name = "GAME", default_value = "tictactoe")]
        like: Like,
    },
    /// Reads a game's folder, checks its queries and plays a hundred random games by them; says what is wrong with
    /// file, line and place.
    Check {
        /// The folder, or the name of a game that is built in.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
}

/// The games that one's own can begin as.
#[derive(Clone, Copy, ValueEnum)]
enum Like {
    /// Marks on free tiles, three in a line win.
    Tictactoe,
    /// Lines of discs between one's own turn over.
    Othello,
}

/// Does what is asked for.
pub fn run(args: &GamesArgs) -> anyhow::Result<()> {
    match &args.command {
        GamesCommand::List { json } => list(*json),
        GamesCommand::New { name, like } => begin(name, *like),
        GamesCommand::Check { folder, json } => check(folder, *json),
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

/// Whether a game that is built in has this name, or one that some systems take for the same.
fn is_built_in(name: &str) -> bool {
    NAMES.iter().any(|one| one.eq_ignore_ascii_case(name))
}

/// Writes the folder of a game that plays as another one does, under a title of its own.
fn begin(name: &str, like: Like) -> anyhow::Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(plain) || is_built_in(name) {
        return Err(usage(format!(
            "{name:?} can't be a game's name; write letters, digits, - and _, and none of {}",
            NAMES.join(", ")
        )));
    }
    let like = match like {
        Like::Tictactoe => "tictactoe",
        Like::Othello => "othello",
    };
    let folder = Path::new(name);
    if folder.exists() {
        return Err(usage(format!("{name} is there already; give the game another name")));
    }
    fs::create_dir(folder).with_context(|| format!("{name}: the folder can't be made"))?;
    for (file, text) in CypherGame::files(like) {
        let titled = |line: &str| match line.starts_with("title = ") {
            true => format!("title = {name:?}\n"),
            false => format!("{line}\n"),
        };
        let text = match file {
            "game.toml" => text.lines().map(titled).collect(),
            _ => text.to_owned(),
        };
        let path = folder.join(file);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    output::print(format!(
        "{name} plays as {like} does; its rules are the queries in its folder. Then:\n\
         othello-host games check {name}\n\
         othello-host --game {name} Human Random\n"
    ));
    Ok(())
}

/// What is said where no game is.
fn no_game(folder: &Path) -> anyhow::Error {
    let here = folder.display();
    let what = match folder.is_dir() {
        true => format!("{here} holds no game, for there is no game.toml in it"),
        false => format!("no game or folder \"{here}\""),
    };
    let near = meant_by(&folder.to_string_lossy(), NAMES);
    let near = near.map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
    usage(format!("{what}{near} (\"othello-host games new NAME\" begins one)"))
}

fn check(folder: &Path, json: bool) -> anyhow::Result<()> {
    let named = folder.to_str().filter(|name| NAMES.contains(name) && !folder.is_dir());
    if named.is_none() && !folder.join("game.toml").is_file() {
        return Err(no_game(folder));
    }
    let game = match named {
        Some(name) => CypherGame::built_in(name),
        None => CypherGame::in_folder(folder),
    };
    let game = game?;
    let problems = game.problems();
    if json {
        let good = problems.is_empty();
        let said = json!({
            "good": good, "name": game.name, "title": game.title, "problems": problems,
        });
        output::print(format!("{said:#}\n"));
        return if good { Ok(()) } else { Err(Exit::Reported.into()) };
    }
    if problems.is_empty() {
        output::print(format!("{game} ({}) is in order\n", game.name));
        return Ok(());
    }
    for problem in &problems {
        tell_line!("{}", problem.trim_end());
    }
    Err(Exit::Reported.into())
}
