//! `othello-host analyse`: what every move of a game cost, and what was best.

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use othello_arena::GamePosition;
use othello_arena::evaluator::{Effort, Evaluator, EvaluatorError, LONGEST_LOOK};

use super::shared::{BoardArgs, PluginArgs};
use super::values;
use crate::analysis::{Analysis, Page, Subject, analyse, as_json, as_text};
use crate::exit::{Exit, message, usage};
use crate::history::{self, GamesFile};
use crate::out_file;
use crate::output;
use crate::players::Players;

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct AnalyseArgs {
    /// A game's number in the history or "last", a file of games (transcripts, GGF, OBF, WTHOR, JSON, a contest's) or
    /// "-" for standard input, the moves of a game (f5d6c3...), or a board by rows in X, O and - with the side to move.
    /// How moves and transcripts begin is said by --game, --size and --start; all others say it themselves.
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

/// Analyses what was named, and prints it.
pub fn run(args: &AnalyseArgs) -> anyhow::Result<()> {
    if args.time > LONGEST_LOOK {
        return Err(usage(format!("--time takes {} s at the most", LONGEST_LOOK.as_secs())));
    }
    let players = args.plugins.players()?;
    match named(args, &players)? {
        Named::Game(subject) => look(args, &players, std::iter::once(Ok(*subject))),
        Named::File(file) => {
            let mut subjects = Subject::all(&file)?.peekable();
            if subjects.peek().is_none() {
                bail!("there is no game in {}", file.name());
            }
            look(args, &players, subjects)
        }
    }
}

/// Looks at games one after the other, of which one that is wrong spoils no other. None is kept longer than it takes to
/// show it: a file may have millions.
fn look(
    args: &AnalyseArgs,
    players: &Players,
    subjects: impl Iterator<Item = anyhow::Result<Subject>>,
) -> anyhow::Result<()> {
    if let Some(file) = &args.html {
        out_file::may_be_written(file)?;
    }
    let effort = args.depth.map_or_else(|| Effort::about(args.time), Effort::Depth);
    let mut subjects = subjects.peekable();
    let first = subjects.next();
    let several = subjects.peek().is_some();
    let mut shown = Shown::new(args, several);
    let mut all_are_right = true;
    for subject in first.into_iter().chain(subjects) {
        let analysis = subject.and_then(|subject| {
            let title = subject.title.clone();
            let analysis = analyse(subject, players, effort, &progress);
            if several { analysis.context(title) } else { analysis }
        });
        match analysis {
            Ok(analysis) => shown.add(&analysis),
            Err(error) if !several || nobody_evaluates(&error) => return Err(error),
            Err(error) => {
                tell_line!("othello-host: {}", message(&error));
                all_are_right = false;
            }
        }
    }
    shown.end()?;
    if all_are_right { Ok(()) } else { Err(Exit::Reported.into()) }
}

/// How analyses are shown.
enum Shown<'a> {
    Text,
    /// One object.
    Json,
    /// A list, of which so many are printed.
    JsonList(usize),
    /// A page, which is written once all of it is there: what stood in its file stays until then.
    Page(&'a Path, Option<Page>),
}

impl Shown<'_> {
    fn new(args: &AnalyseArgs, several: bool) -> Shown<'_> {
        match &args.html {
            Some(file) => Shown::Page(file, None),
            None if args.json && several => Shown::JsonList(0),
            None if args.json => Shown::Json,
            None => Shown::Text,
        }
    }

    fn add(&mut self, analysis: &Analysis) {
        match self {
            Shown::Text => output::print(as_text(analysis)),
            Shown::Json => output::print(format!("{:#}\n", as_json(analysis))),
            Shown::JsonList(count) => {
                let before = if *count == 0 { "[" } else { "," };
                let object = format!("{:#}", as_json(analysis)).replace('\n', "\n  ");
                output::print(format!("{before}\n  {object}"));
                *count += 1;
            }
            Shown::Page(_, page) => page.get_or_insert_with(Page::new).add(analysis),
        }
    }

    fn end(self) -> anyhow::Result<()> {
        match self {
            // Where there is nothing to show, why is told.
            Shown::Text | Shown::Json | Shown::Page(_, None) => {}
            Shown::JsonList(0) => output::print("[]\n"),
            Shown::JsonList(_) => output::print("\n]\n"),
            Shown::Page(file, Some(page)) => {
                out_file::write(file, page.text())?;
                output::print(format!("{}\n", file.display()));
            }
        }
        Ok(())
    }
}

/// Whether the next game would fail alike.
fn nobody_evaluates(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(EvaluatorError::Missing))
}

/// What is to be looked at.
enum Named {
    Game(Box<Subject>),
    File(GamesFile),
}

/// What was named: a number before a file, a file before moves.
fn named(args: &AnalyseArgs, players: &Players) -> anyhow::Result<Named> {
    let number = args.what.parse::<i64>().ok();
    if number.is_some() || args.what == "last" {
        let path = history::file(args.file.as_deref())?;
        let subject = if history::is_of_others(&path) {
            Subject::counted(&beginning(args, players, GamesFile::open(&path)?)?, number)?
        } else {
            begins_by_itself(args, "a game that was kept")?;
            Subject::saved(&path, number)?
        };
        return Ok(Named::Game(subject.into()));
    }
    if args.file.is_some() {
        return Err(usage(format!(
            "--file is where a game's number is looked up, and {:?} is none; write a number or \"last\"",
            args.what
        )));
    }
    let path = Path::new(&args.what);
    let file = if args.what == "-" {
        GamesFile::piped()?
    } else if path.exists() && !path.is_dir() {
        GamesFile::open(path)?
    } else {
        return Ok(Named::Game(typed(args, &args.what)?.into()));
    };
    if let Some(board) = file.drawing().filter(|text| GamePosition::size(text).is_some()) {
        return Ok(Named::Game(typed(args, board)?.into()));
    }
    Ok(Named::File(beginning(args, players, file)?))
}

/// A file whose transcripts begin as the user says, where anything is said.
fn beginning(args: &AnalyseArgs, players: &Players, file: GamesFile) -> anyhow::Result<GamesFile> {
    if args.board.given().is_empty() {
        return Ok(file);
    }
    if file.says_beginnings() {
        begins_by_itself(args, &format!("each game of {}", file.name()))?;
    }
    let setup = args.board.setup()?;
    // Each of its games would fail alike.
    Evaluator::of(&players.finder, &setup)?;
    Ok(match setup.position() {
        Some(initial) => file.beginning_with(initial),
        None => file,
    })
}

/// Sees to it that nobody says how something begins that says so itself.
fn begins_by_itself(args: &AnalyseArgs, what: &str) -> anyhow::Result<()> {
    match args.board.given().as_slice() {
        [] => Ok(()),
        given => Err(usage(format!(
            "{what} says itself how it begins; leave out {}, which moves and transcripts can be given",
            given.join(" and ")
        ))),
    }
}

/// The moves or the board that were typed, here or into a file.
fn typed(args: &AnalyseArgs, text: &str) -> anyhow::Result<Subject> {
    if GamePosition::size(text).is_some() && args.board.given().contains(&"--start") {
        return Err(usage(
            "a board by rows is where it begins; leave out --start, which is for moves",
        ));
    }
    Subject::typed(args.board.setup_for(text)?, text)
}

/// Somebody at a terminal sees how far it is.
fn progress(number: usize, all: usize) {
    if stderr().is_terminal() {
        tell!("\rlooking at move {number} of {all}{}", if number == all { "\r\x1b[K" } else { "" });
    }
}
