//! `othello-host analyse`: what every move of a game cost, and what was best.

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use othello_arena::evaluator::{Effort, EvaluatorError, LONGEST_LOOK};
use serde_json::Value;

use super::shared::{BoardArgs, PluginArgs};
use super::values;
use crate::analysis::{Analysis, Subject, analyse, as_json, as_text, page};
use crate::exit::{Exit, message, usage};
use crate::history;
use crate::out_file;
use crate::output;

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct AnalyseArgs {
    /// A game's number in the history or "last", a file of games (transcripts, GGF, OBF, WTHOR, JSON, a contest's) or
    /// "-" for standard input, the moves of a game (f5d6c3...), or a board by rows in X, O and - with the side to move.
    #[arg(
        value_name = "GAME|FILE|MOVES|BOARD",
        default_value = "last",
        allow_hyphen_values = true
    )]
    what: String,
    /// About how long to look at each position, 20s at the most. It is counted in positions, so that the same game is
    /// always valued alike.
    #[arg(long, value_name = "TIME", default_value = "250ms", value_parser = values::some_time)]
    time: Duration,
    /// How many plies to look ahead, instead of a time; fewer where that takes longer than a minute.
    #[arg(long, value_name = "PLIES", conflicts_with = "time", value_parser = values::whole(1..=60_u8))]
    depth: Option<u8>,
    /// A file of games, such as a contest's or another program's, in which the number is looked up instead of in the
    /// history.
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
  othello-host analyse '-------- -------- --OO---- --XOX--- ---XO--- -------- -------- -------- X'";

/// Analyses what was named, and prints it. Of several games one that is wrong spoils no other.
pub fn run(args: &AnalyseArgs) -> anyhow::Result<()> {
    if args.time > LONGEST_LOOK {
        return Err(usage(format!("--time takes {} s at the most", LONGEST_LOOK.as_secs())));
    }
    let subjects = subjects(args)?;
    if let Some(file) = &args.html {
        out_file::may_be_written(file)?;
    }
    let players = args.plugins.players()?;
    let effort = args.depth.map_or_else(|| Effort::about(args.time), Effort::Depth);
    let several = subjects.len() > 1;
    let mut analyses = Vec::new();
    let mut all_are_right = true;
    for subject in subjects {
        let analysis = subject.and_then(|subject| {
            let title = subject.title.clone();
            let analysis = analyse(subject, &players, effort, &progress);
            if several { analysis.context(title) } else { analysis }
        });
        match analysis {
            Ok(analysis) if args.json || args.html.is_some() => analyses.push(analysis),
            Ok(analysis) => output::print(as_text(&analysis)),
            Err(error) if !several || nobody_evaluates(&error) => return Err(error),
            Err(error) => {
                tell_line!("othello-host: {}", message(&error));
                all_are_right = false;
            }
        }
    }
    write(args, &analyses, several)?;
    if all_are_right { Ok(()) } else { Err(Exit::Reported.into()) }
}

/// Writes or prints analyses that belong together.
fn write(args: &AnalyseArgs, analyses: &[Analysis], several: bool) -> anyhow::Result<()> {
    match (&args.html, analyses) {
        // There is nothing to show, and why is told.
        (Some(_), []) => {}
        (Some(file), analyses) => {
            out_file::write(file, page(analyses))?;
            output::print(format!("{}\n", file.display()));
        }
        (None, _) if !args.json => {}
        (None, [analysis]) if !several => output::print(format!("{:#}\n", as_json(analysis))),
        (None, analyses) => {
            output::print(format!("{:#}\n", analyses.iter().map(as_json).collect::<Value>()));
        }
    }
    Ok(())
}

/// Whether the next game would fail alike.
fn nobody_evaluates(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(EvaluatorError::Missing))
}

/// What was named, each game read or wrong: a number before a file, a file before moves.
fn subjects(args: &AnalyseArgs) -> anyhow::Result<Vec<anyhow::Result<Subject>>> {
    let number = args.what.parse::<i64>().ok();
    if number.is_some() || args.what == "last" {
        let path = history::file(args.file.as_deref())?;
        return Ok(vec![Ok(Subject::saved(&path, number)?)]);
    }
    if args.file.is_some() {
        return Err(usage(format!(
            "--file is where a game's number is looked up, and {:?} is none; write a number or \"last\"",
            args.what
        )));
    }
    let file = Path::new(&args.what);
    let games = if args.what == "-" {
        Subject::piped()?
    } else if file.exists() && !file.is_dir() {
        Subject::file(file)?
    } else {
        return Ok(vec![Ok(Subject::typed(args.board.setup()?, &args.what)?)]);
    };
    if games.is_empty() {
        let file = if args.what == "-" { "standard input" } else { &args.what };
        bail!("there is no game in {file}");
    }
    Ok(games)
}

/// Somebody at a terminal sees how far it is.
fn progress(number: usize, all: usize) {
    if stderr().is_terminal() {
        tell!("\rlooking at move {number} of {all}{}", if number == all { "\r\x1b[K" } else { "" });
    }
}
