//! `othello-host openings make`: balanced openings for contests.

use std::fs::File;
use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Subcommand};
use othello_arena::Seed;
use othello_arena::evaluator::Effort;
use othello_rules::Move;

use super::shared::{BoardArgs, PluginArgs};
use super::values;
use crate::openings::{BalancedOptions, balanced};
use crate::out_file;

/// What the command takes.
#[derive(Args)]
pub struct OpeningsArgs {
    #[command(subcommand)]
    command: OpeningsCommand,
}

#[derive(Subcommand)]
enum OpeningsCommand {
    /// Makes openings after which neither side is ahead, for --openings FILE of a contest.
    Make(Box<MakeArgs>),
}

/// What making takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct MakeArgs {
    /// How many plies they have.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = values::whole(1..=40_u32))]
    plies: u32,
    /// How many of them, no two alike but for a turned or mirrored board.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = values::whole(1..=100_000_u32))]
    count: u32,
    /// By how many discs a side may be ahead.
    #[arg(long, value_name = "DISCS", default_value_t = 2.0, value_parser = values::discs)]
    within: f64,
    /// About how long to look at each. It is counted in positions, so that the same seed makes the same openings.
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = values::some_time)]
    time: Duration,
    /// How many plies to look ahead, instead of a time, however long that takes.
    #[arg(long, value_name = "PLIES", conflicts_with = "time", value_parser = values::whole(1..=60_u8))]
    depth: Option<u8>,
    /// What they follow from.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true, value_parser = values::seed)]
    seed: Seed,
    /// The file to write, a transcript a line, instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    plugins: PluginArgs,
}

const EXAMPLES: &str = "\
Examples:
  othello-host openings make -o even.txt
  othello-host openings make --plies 10 --count 500 --within 1 --time 1s -o even10.txt
  othello-host match Simple Random --openings even.txt";

/// Does what is asked for.
pub fn run(args: &OpeningsArgs) -> anyhow::Result<()> {
    let OpeningsCommand::Make(args) = &args.command;
    make(args)
}

fn make(args: &MakeArgs) -> anyhow::Result<()> {
    let options = BalancedOptions {
        setup: args.board.setup()?,
        plies: args.plies,
        count: args.count as usize,
        within: args.within,
        effort: args.depth.map_or_else(|| Effort::about(args.time), Effort::Depth),
        seed: args.seed,
    };
    if let Some(file) = &args.output {
        out_file::may_be_written(file)?;
    }
    let players = args.plugins.players()?;
    let mut made = 0;
    let watched = stderr().is_terminal() && args.output.is_some();
    let mut to: Option<File> = None;
    let done = balanced(&options, &players, &mut |moves: &[Move]| {
        let mut line: String = moves.iter().map(ToString::to_string).collect();
        line.push('\n');
        match &args.output {
            None => stdout().write_all(line.as_bytes())?,
            Some(file) => {
                // What was there before goes only when there is something to put in its place.
                let named = || file.display().to_string();
                let to = match &mut to {
                    Some(to) => to,
                    None => to.insert(out_file::create(file)?),
                };
                to.write_all(line.as_bytes()).with_context(named)?;
            }
        }
        made += 1;
        if watched {
            tell!(
                "\r{made} of {} openings{}",
                args.count,
                if made == args.count { "\n" } else { "" }
            );
        }
        Ok(())
    });
    match done {
        // Nobody reads on, who has enough of them.
        Err(error) if is_left(&error) => Ok(()),
        done => done,
    }
}

fn is_left(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
