//! `othello-host analyse`: what every move of a game cost, and what was best.

use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use othello_arena::evaluator::Effort;
use serde_json::Value;

use super::shared::{BoardArgs, PluginArgs};
use super::values;
use crate::analysis::{Subject, analyse, as_json, as_text, page};
use crate::history;
use crate::output;

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct AnalyseArgs {
    /// A game's number in the history or "last", a file of games (transcripts, GGF, OBF, WTHOR, JSON, a contest's),
    /// the moves of a game (f5d6c3...), or a board by rows in X, O and - with the side to move.
    #[arg(
        value_name = "GAME|FILE|MOVES|BOARD",
        default_value = "last",
        allow_hyphen_values = true
    )]
    what: String,
    /// About how long to look at each position. It is counted in positions, so that the same game is always
    /// valued alike.
    #[arg(long, value_name = "TIME", default_value = "250ms", value_parser = values::some_time)]
    time: Duration,
    /// How many plies to look ahead, instead of a time.
    #[arg(long, value_name = "PLIES", conflicts_with = "time", value_parser = values::whole(1..=60_u8))]
    depth: Option<u8>,
    /// A file of games, such as a contest's, instead of the history.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    board: BoardArgs,
    /// Print one JSON object, or a list of them where a file holds several games.
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write a page with the score over the game and all moves.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    plugins: PluginArgs,
}

const EXAMPLES: &str = "\
Examples:
  othello-host analyse                             the last game of the history
  othello-host analyse 12 --time 2s --html 12.html
  othello-host analyse games.ggf --json
  othello-host analyse f5d6c3d3c4 --depth 12
  othello-host analyse '-----OX--XO----- X' --size 4";

/// Analyses what was named, and prints it.
pub fn run(args: &AnalyseArgs) -> anyhow::Result<()> {
    let subjects = subjects(args)?;
    let players = args.plugins.players()?;
    let effort = args.depth.map_or_else(|| Effort::about(args.time), Effort::Depth);
    let mut analyses = Vec::new();
    for subject in subjects {
        let analysis = analyse(subject, &players, effort, &progress)?;
        if !args.json && args.html.is_none() {
            output::print(as_text(&analysis));
        } else {
            analyses.push(analysis);
        }
    }
    if let Some(file) = &args.html {
        fs::write(file, page(&analyses)).with_context(|| file.display().to_string())?;
        output::print(format!("{}\n", file.display()));
    } else if let [analysis] = analyses.as_slice() {
        output::print(format!("{:#}\n", as_json(analysis)));
    } else if args.json {
        output::print(format!("{:#}\n", analyses.iter().map(as_json).collect::<Value>()));
    }
    Ok(())
}

/// What was named: a number before a file, a file before moves.
fn subjects(args: &AnalyseArgs) -> anyhow::Result<Vec<Subject>> {
    let number = args.what.parse::<i64>().ok();
    if number.is_some() || args.what == "last" {
        let path = history::file(args.file.as_deref())?;
        return Ok(vec![Subject::saved(&path, number)?]);
    }
    let file = Path::new(&args.what);
    if file.is_file() {
        let games = Subject::file(file)?;
        if games.is_empty() {
            bail!("there is no game in {}", file.display());
        }
        return Ok(games);
    }
    Ok(vec![Subject::typed(args.board.setup()?, &args.what)?])
}

/// Somebody at a terminal sees how far it is.
fn progress(number: usize, all: usize) {
    if stderr().is_terminal() {
        tell!("\rlooking at move {number} of {all}{}", if number == all { "\r\x1b[K" } else { "" });
    }
}
