//! `othello-host book`: books of openings for players that take one.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, Subcommand};
use othello_arena::evaluator::{Effort, LONGEST_LOOK};
use othello_arena::{GamePosition, GameSetup, Seed};
use othello_players::available_cores;
use othello_rules::{Game, Position};

use super::shared::PluginArgs;
use super::values;
use crate::book::{self, MakeOptions, Wishes, as_json, as_text};
use crate::exit::usage;
use crate::output;

/// What the command takes.
#[derive(Args)]
pub struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    /// Makes a book by our strongest player's own play, or goes on with one; Ctrl-C keeps what is there.
    Make(Box<MakeArgs>),
    /// Shows what a book knows of a position.
    Show(ShowArgs),
}

/// What making takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct MakeArgs {
    /// The file of the book. Where there is one, it is gone on with.
    file: PathBuf,
    /// How many positions it is to have, no two alike but for a turned or mirrored board.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = values::whole(1..=100_000_usize))]
    positions: usize,
    /// How long that may take; the same command goes on.
    #[arg(long, value_name = "TIME", value_parser = values::some_time)]
    time: Option<Duration>,
    /// About how long to look at each position. It is counted in positions that are searched, so that the same seed makes
    /// the same book; 20s at the most [default: 50ms].
    #[arg(long, value_name = "TIME", value_parser = values::some_time)]
    look: Option<Duration>,
    /// How many plies to look ahead, instead of a time, however long that takes.
    #[arg(long, value_name = "PLIES", conflicts_with = "look", value_parser = values::whole(1..=60_u8))]
    depth: Option<u8>,
    /// By how many discs a move may be worse than the best one and still be followed [default: 1.5].
    #[arg(long, value_name = "DISCS", value_parser = values::discs)]
    within: Option<f64>,
    /// How many moves deep it is at the most [default: 24].
    #[arg(long, value_name = "N", value_parser = values::whole(1..=60_u32))]
    plies: Option<u32>,
    /// By what positions are told apart that are equally worth it [default: 1].
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::seed)]
    seed: Option<Seed>,
    /// How the board begins: standard, mirrored as in the original program's games, or the board by rows in X, O and -
    /// and who is to move [default: standard].
    #[arg(long, value_name = "START", allow_hyphen_values = true)]
    start: Option<String>,
    /// How many positions are looked at at once, as many as this machine has cores at the most; the book is the same with
    /// any number [default: the cores of this machine].
    #[arg(long, short = 'j', value_name = "N", value_parser = values::count)]
    concurrency: Option<NonZero<usize>>,
    #[command(flatten)]
    plugins: PluginArgs,
}

const EXAMPLES: &str = "\
Examples:
  othello-host book make book.txt
  othello-host book make book.txt --positions 5000 --time 1h
  othello-host book make deep.txt --look 2s --within 0.5
  othello-host book show book.txt f5d6
  othello-host Champion:book=book.txt Oracle";

/// What showing takes.
#[derive(Args)]
struct ShowArgs {
    /// The file of the book.
    file: PathBuf,
    /// The moves to the position from the book's first one on (f5d6c3...), or a board by rows in X, O and - with the side
    /// to move.
    #[arg(
        value_name = "MOVES|BOARD",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    position: String,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Does what is asked for.
pub fn run(args: &BookArgs) -> anyhow::Result<()> {
    match &args.command {
        BookCommand::Make(args) => make(args),
        BookCommand::Show(args) => show(args),
    }
}

fn make(args: &MakeArgs) -> anyhow::Result<()> {
    let setup = |start| GameSetup::find("othello", Some(8), Some(start)).map_err(usage);
    let start = args.start.as_deref().map(setup).transpose()?;
    if args.look.is_some_and(|look| look > LONGEST_LOOK) {
        return Err(usage(format!("--look takes {} s at the most", LONGEST_LOOK.as_secs())));
    }
    let look = args.look.map(Effort::about);
    let wishes = Wishes {
        start: start.and_then(|setup| setup.position()),
        effort: args.depth.map(Effort::Depth).or(look),
        within: args.within,
        plies: args.plies,
        seed: args.seed,
    };
    // More than there are cores would wait for each other.
    let cores = available_cores();
    let options = MakeOptions {
        file: args.file.clone(),
        wishes,
        positions: args.positions,
        time: args.time,
        at_once: args.concurrency.map_or(cores, |wanted| wanted.min(cores)),
    };
    book::make(&options, &args.plugins.players()?)
}

fn show(args: &ShowArgs) -> anyhow::Result<()> {
    let (book, recipe) = book::read(&args.file)?;
    let start = recipe.as_ref().map_or_else(Position::default, |recipe| recipe.start);
    let position = position(start, &args.position).map_err(usage)?;
    let Some(moves) = book.moves(&position) else {
        bail!("{} knows nothing of this position: {position}", args.file.display());
    };
    output::print(if args.json {
        format!("{:#}\n", as_json(&book, recipe.as_ref(), &position, &moves))
    } else {
        as_text(&book, recipe.as_ref(), &position, &moves)
    });
    Ok(())
}

/// The position that these moves lead to, or that is written so.
fn position(start: Position, text: &str) -> Result<Position, String> {
    if let Some(size) = GamePosition::size(text).filter(|&size| size != 8) {
        return Err(format!("a book has positions of 8x8 squares, and none of {size}x{size}"));
    }
    let wanted = GamePosition::parse(GameSetup::at(start), text, None)?;
    let first = wanted.setup.position().unwrap_or(start);
    let mut game = Game::from_position(first);
    for made in wanted.play_to_a_move()?.moves() {
        game.play(made).map_err(|error| error.to_string())?;
    }
    Ok(*game.position())
}
